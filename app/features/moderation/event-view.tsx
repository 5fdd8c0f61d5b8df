import { Link } from 'react-router'
import type { ModeratedEvent } from '../../../contract/moderation-console.ts'
import type { Act } from '../../../contract/moderation-words.ts'
import { useCall } from '../../data/use-call.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EventPicture, EventTime } from '../events/slot.tsx'
import { DecisionsList } from './decisions-list.tsx'
import { LoadedView } from './loaded-view.tsx'
import style from './moderation.module.css'
import { ReasonsList } from './reasons-list.tsx'
import { ReportsList } from './reports-list.tsx'
import { useActs } from './use-acts.tsx'
import * as words from './words.tsx'

function Shown({ page, onChange }: { page: ModeratedEvent; onChange: () => void }) {
  const { event, by, sold, hiddenAt, isInReview, domains, reasons, reports, decisions } = page
  const able = useActs(onChange)
  const subject = { eventId: event.id }
  const ask = (act: Act) => () => able.askFor({ act, subject, name: event.title })
  return (
    <>
      <div className={style.head}>
        <EventPicture event={event} sizes="160px" width={160} className={style.picture} />
        <div className={style.words}>
          <h2 className={style.title} dir="auto" lang={event.language}>
            {event.title}
          </h2>
          <p className={style.fact}>
            <EventTime event={event} />
          </p>
          <p className={style.quiet}>
            {words.bookedBy(event.venue, sold, <Link to={`/moderation/accounts/${by.id}`}>{by.name}</Link>, by.email)}
          </p>
        </div>
      </div>
      <ul role="list" className={style.chips}>
        {hiddenAt && <li className={style.chip}>Hidden</li>}
        {isInReview && <li className={style.chip}>{words.notListedYet}</li>}
        {event.status && event.status !== 'published' && <li className={style.chip}>{event.status}</li>}
      </ul>
      <div className="row wrap gap-8">
        {!hiddenAt && (
          <Button look="danger" onClick={ask('hide')}>
            Hide
          </Button>
        )}
        {hiddenAt && (
          <Button look="outlined" onClick={ask('restore')}>
            Restore
          </Button>
        )}
        {isInReview && !hiddenAt && (
          <Button look="outlined" disabled={able.isBusy} onClick={() => void able.release(event.id)}>
            {words.listIt}
          </Button>
        )}
        <Button look="outlined" onClick={ask('ask')}>
          {words.ACT_WORDS.ask.label}
        </Button>
        {reports.length > 0 && (
          <Button look="outlined" disabled={able.isBusy} onClick={() => able.leave(subject)}>
            {words.leaveIt}
          </Button>
        )}
        {!hiddenAt && (
          <ButtonLink look="text" to={`/events/${event.id}`}>
            {words.seeItsPage}
          </ButtonLink>
        )}
      </div>
      <section className="stack column gap-12">
        <h3>Reports</h3>
        <ReportsList reports={reports} />
      </section>
      <section className="stack column gap-12">
        <h3>{words.whatItSays}</h3>
        {/* As text: nothing in it is followed by mistake. */}
        <p className={style.text}>{event.description}</p>
        {domains.length > 0 && (
          <ul role="list" className={style.rows}>
            {domains.map((domain) => (
              <li key={domain} className={style.line}>
                <span>{domain}</span>
                <Button
                  look="text"
                  aria-label={words.blockDomain(domain)}
                  onClick={() => able.askFor({ act: 'block-domain', subject: { domain }, name: domain })}
                >
                  Block
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {reasons.length > 0 && (
        <section className="stack column gap-12">
          <h3>{words.whyItIsHere}</h3>
          <ReasonsList reasons={reasons} />
        </section>
      )}
      <section className="stack column gap-12">
        <h3>Decisions</h3>
        <DecisionsList decisions={decisions} />
      </section>
      {able.dialog}
    </>
  )
}

export function EventView({ id }: { id: string }) {
  const params = { eventId: Number(id) }
  const { loaded, reload, refresh } = useCall(`event ${id}`, (api) => api.moderationConsole.event({ params }))
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(page) => <Shown page={page} onChange={refresh} />}
    </LoadedView>
  )
}
