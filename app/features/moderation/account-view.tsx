import { Link } from 'react-router'
import type { ModeratedAccount } from '../../../contract/moderation-console.ts'
import type { Act } from '../../../contract/moderation-words.ts'
import { useCall } from '../../data/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { DecisionsList } from './decisions-list.tsx'
import { LoadedView } from './loaded-view.tsx'
import { Title } from '../../ui/title.tsx'
import style from './moderation.module.css'
import { ReportsList } from './reports-list.tsx'
import { useActs } from './use-acts.tsx'
import * as words from './words.tsx'

function Shown({ account, onChange }: { account: ModeratedAccount; onChange: () => void }) {
  const { name, email, isEmailConfirmed, role, suspendedUntil, createdAt, publicText, events, eventCount } = account
  const able = useActs(onChange)
  const subject = { accountId: account.id }
  const ask = (act: Act) => () => able.askFor({ act, subject, name })
  return (
    <>
      <div>
        <h2 className={style.title}>{name}</h2>
        <p className={style.quiet}>
          {words.confirmedSince(
            email,
            isEmailConfirmed ? '(confirmed)' : words.notConfirmed,
            words.day(createdAt),
            role && `, ${role}`,
          )}
        </p>
      </div>
      {suspendedUntil && (
        <ul role="list" className={style.chips}>
          <li className={style.chip}>{words.suspendedUntil(words.day(suspendedUntil))}</li>
        </ul>
      )}
      {publicText && <p className={style.text}>{publicText}</p>}
      <div className="row wrap gap-8">
        <Button look="danger" onClick={ask('hide-account')}>
          {words.ACT_WORDS['hide-account'].label}
        </Button>
        {suspendedUntil ? (
          <Button look="outlined" onClick={ask('restore')}>
            Restore
          </Button>
        ) : (
          <Button look="outlined" onClick={ask('suspend')}>
            Suspend
          </Button>
        )}
        {account.reports.length > 0 && (
          <Button look="outlined" disabled={able.isBusy} onClick={() => able.leave(subject)}>
            {words.leaveIt}
          </Button>
        )}
      </div>
      <section className="stack column gap-12">
        <h3>Reports</h3>
        <ReportsList reports={account.reports} />
      </section>
      <section className="stack column gap-12">
        <h3>{words.eventsCount(eventCount)}</h3>
        <ul role="list" className={style.rows}>
          {events.map((event) => (
            <li key={event.id} className={style.line}>
              {event.status === 'draft' ? (
                <Title of={event} />
              ) : (
                <Link to={`/moderation/events/${event.id}`}>
                  <Title of={event} />
                </Link>
              )}
              <span className={style.quiet}>
                {words.day(event.startTime)}
                {event.isHidden ? ', hidden' : event.isInReview ? words.notListedYetToo : ''}
                {event.status !== 'published' && `, ${event.status}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack column gap-12">
        <h3>Decisions</h3>
        <DecisionsList decisions={account.decisions} />
      </section>
      {able.dialog}
    </>
  )
}

export function AccountView({ id }: { id: string }) {
  const params = { accountId: Number(id) }
  const { loaded, reload, refresh } = useCall(`account ${id}`, (api) => api.moderationConsole.account({ params }))
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(account) => <Shown account={account} onChange={refresh} />}
    </LoadedView>
  )
}
