import { useState } from 'react'
import { useNavigate } from 'react-router'
import { eventPath, keyedPath } from '../../../contract/event-access.ts'
import { Button, buttonClass, ButtonLink, IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { CopyIcon } from '../../ui/screen-icons.tsx'
import { LazyQrCode } from '../../ui/lazy-qr-code.tsx'
import { useLinkToCopy } from '../../ui/use-link-to-copy.ts'
import { whatsAppLink, type SavedEvent } from './saved-event.ts'
import style from './saved-event-card.module.css'

function LinkToShare({ saved: { id, title, key } }: { saved: SavedEvent }) {
  const [showsCode, setShowsCode] = useState(false)
  const url = location.origin + eventPath({ id, key })
  const { field, copy } = useLinkToCopy(url)
  return (
    <>
      <input {...field} className={style.link} aria-label="Link to your event" />
      <div className={style.actions}>
        <Button onClick={copy}>
          <CopyIcon /> Copy link
        </Button>
        <ButtonLink look="outlined" to={whatsAppLink(title, url)} target="_blank" rel="noreferrer">
          WhatsApp
        </ButtonLink>
        <Button look="outlined" aria-expanded={showsCode} onClick={() => setShowsCode(!showsCode)}>
          QR code
        </Button>
        <a
          className={buttonClass({ look: 'outlined' })}
          href={keyedPath(`/events/${id}/poster`, { key })}
          target="_blank"
          rel="noopener"
        >
          Print a poster
        </a>
        <ButtonLink look="text" to={`/events/${id}`}>
          View event
        </ButtonLink>
      </div>
      {showsCode && (
        <div className={style.code}>
          <LazyQrCode text={url} label={`QR code of the link to ${title}`} />
        </div>
      )}
    </>
  )
}

const DraftActions = ({ id }: Pick<SavedEvent, 'id'>) => (
  <>
    <p className="quiet">Only you can see it. You’ll find it in My Events until you publish it.</p>
    <div className={style.actions}>
      <ButtonLink to={`/events/${id}/edit`}>Keep editing</ButtonLink>
      <ButtonLink look="outlined" to={`/events/${id}`}>
        View draft
      </ButtonLink>
      <ButtonLink look="text" to="/my-events">
        My Events
      </ButtonLink>
    </div>
  </>
)

/** The next thing to do with an event that was just saved: send its link, or finish it. */
export default function SavedEventCard({ saved }: { saved: SavedEvent }) {
  const navigate = useNavigate()
  const heading = saved.isDraft ? 'Saved as a draft' : 'Your event is live'
  const close = () => void navigate('.', { replace: true, state: null, preventScrollReset: true })
  return (
    <section className={style.card} aria-label={heading}>
      <div className={style.head}>
        <div>
          <h2 className={style.heading}>{heading}</h2>
          <p className={style.title} dir="auto" lang={saved.language}>
            {saved.title}
          </p>
        </div>
        <IconButton label="Close" onClick={close}>
          <CloseIcon />
        </IconButton>
      </div>
      {saved.isDraft ? <DraftActions id={saved.id} /> : <LinkToShare saved={saved} />}
    </section>
  )
}
