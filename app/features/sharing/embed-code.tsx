import { SITE } from '../../../contract/site.ts'
import { useRef } from 'react'
import { keyedPath } from '../../../contract/event-access.ts'
import { embedPath, embedSnippet } from '../../../contract/embed-snippet.ts'
import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { useSettings } from '../../lib/settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/screen-icons.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './share-sheet.module.css'
import * as words from './words.ts'

/** What an organiser pastes into their own page. */
export function EmbedCode({ eventId, eventKey, title }: { eventId: number; eventKey?: string; title: string }) {
  const { publicUrl } = useSettings()
  const toast = useToast()
  const ref = useRef<HTMLTextAreaElement>(null)
  const code = embedSnippet({ publicUrl, path: keyedPath(embedPath(eventId), { key: eventKey }), title })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast(words.codeCopied, { ms: SOON_TOAST_MS })
    } catch {
      // Over plain http there is no clipboard: what is selected can be copied by hand.
      ref.current?.select()
      toast(words.copySelectedCode, { severity: 'info', ms: SOON_TOAST_MS })
    }
  }
  return (
    <div className={style.embed}>
      <TextArea
        ref={ref}
        label={words.htmlForPage}
        hint={words.aboutEmbed(SITE.name)}
        className={style.html}
        value={code}
        readOnly
        spellCheck={false}
        onFocus={() => ref.current?.select()}
      />
      <Button look="outlined" onClick={() => void copy()}>
        <CopyIcon /> {words.copyCode}
      </Button>
    </div>
  )
}
