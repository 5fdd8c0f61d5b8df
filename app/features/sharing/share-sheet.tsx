import { eventPath } from '../../../contract/event-access.ts'
import { useSettings } from '../../lib/settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LazyQrCode } from '../../ui/lazy-qr-code.tsx'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { EmbedCode } from './embed-code.tsx'
import style from './share-sheet.module.css'

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
    <Dialog open onClose={onClose} title="Share this event">
      <div className={style.sheet}>
        <LinkToCopy url={url} label="Link to the event" />
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
            <LazyQrCode text={url} label="QR code of the link to the event" />
          </div>
          <figcaption>Scan it with another phone, or print it.</figcaption>
        </figure>
        <details>
          <summary>Show it on your own website</summary>
          <EmbedCode title={title} eventId={eventId} eventKey={eventKey} />
        </details>
      </div>
    </Dialog>
  )
}
