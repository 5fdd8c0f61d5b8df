import { eventPath } from '../../../contract/event-access.ts'
import { useSettings } from '../../lib/settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LazyQrCode } from '../../ui/lazy-qr-code.tsx'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { EmbedCode } from './embed-code.tsx'
import style from './share-sheet.module.css'
import * as words from './words.ts'

// Where others take a link over: their own programs, with what is to be sent written already. Nothing is loaded from them.
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

export const mailAddress = (title: string, url: string) =>
  `mailto:?subject=${encode(title)}&body=${encode(`${title}\r\n${url}`)}`

export const whatsAppAddress = (title: string, url: string) => `https://wa.me/?text=${encode(`${title} ${url}`)}`

interface Props {
  title: string
  eventId: number
  /** Of an unlisted event. */
  eventKey?: string
  onClose: () => void
}

export default function ShareSheet({ title, eventId, eventKey, onClose }: Props) {
  const { publicUrl } = useSettings()
  const url = (publicUrl || location.origin) + eventPath({ id: eventId, key: eventKey })
  return (
    <Dialog open onClose={onClose} title={words.shareThisEvent}>
      <div className={style.sheet}>
        <LinkToCopy url={url} label={words.linkToEvent} />
        <div className={style.ways}>
          <a className={buttonClass({ look: 'outlined' })} href={mailAddress(title, url)}>
            Email
          </a>
          <a
            className={buttonClass({ look: 'outlined' })}
            href={whatsAppAddress(title, url)}
            target="_blank"
            rel="noopener noreferrer"
          >
            WhatsApp
          </a>
        </div>
        <figure className={style.code}>
          <div className={style.square}>
            <LazyQrCode text={url} label={words.qrCodeOfLink} />
          </div>
          <figcaption>{words.scanOrPrint}</figcaption>
        </figure>
        <details>
          <summary>{words.showOnWebsite}</summary>
          <EmbedCode title={title} eventId={eventId} eventKey={eventKey} />
        </details>
      </div>
    </Dialog>
  )
}
