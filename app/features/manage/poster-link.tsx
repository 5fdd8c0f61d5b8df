import { useState } from 'react'
import { eventPath, keyedPath } from '../../../contract/event-access.ts'
import type { Event } from '../../../contract/events.ts'
import { useSettings } from '../../lib/settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LazyQrCode } from '../../ui/lazy-qr-code.tsx'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { TextField } from '../../ui/text-field.tsx'
import door from './door-section.module.css'
import * as words from './insights-words.tsx'

const MOST_LETTERS = 60

/** A link whose bookings are counted by its name, and its QR code, for a poster or a newsletter. */
export function PosterLink({ event }: { event: Event }) {
  const { publicUrl } = useSettings()
  const [name, setName] = useState('')
  const url = new URL(eventPath(event), publicUrl || location.origin)
  const source = name.trim().toWellFormed()
  url.searchParams.set('utm_source', source)
  return (
    <details>
      <summary>{words.makePosterLink}</summary>
      <div className="stack gap-12">
        <TextField
          label="Name"
          hint={words.aboutPosterLink}
          maxLength={MOST_LETTERS}
          value={name}
          onValueChange={setName}
        />
        {name.trim() && (
          <>
            <LinkToCopy url={url.href} label={words.linkFor(name.trim())} />
            <div className={door.code}>
              <LazyQrCode text={url.href} label={words.qrCodeFor(name.trim())} />
            </div>
            <p>
              <a
                className={buttonClass({ look: 'outlined' })}
                href={keyedPath(`/events/${event.id}/poster/${encodeURIComponent(source)}`, event)}
                target="_blank"
                rel="noopener"
              >
                {words.printPosterWithCode}
              </a>
            </p>
          </>
        )}
      </div>
    </details>
  )
}
