import { counted } from '../../../contract/counted.ts'
import { Link } from 'react-router'
import type { QueueItem } from '../../../contract/moderation-console.ts'
import { useCall } from '../../data/use-call.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import { EventPicture } from '../events/slot.tsx'
import { LoadedView } from './loaded-view.tsx'
import { Name } from '../../ui/title.tsx'
import style from './moderation.module.css'
import { ReasonsList } from './reasons-list.tsx'
import { useActs, type Acts } from './use-acts.tsx'
import * as words from './words.tsx'

const pathOf = ({ kind, id }: QueueItem['subject']) => `/moderation/${kind}s/${id}`

/** `isReported`: a reporter waits for an answer; otherwise the rules found it, and dismissing it notifies nobody. */
function CardActs({ item, able, isReported }: { item: QueueItem; able: Acts; isReported: boolean }) {
  const { subject, isHidden, isInReview, objection, reports } = item
  const isEvent = subject.kind === 'event'
  // Facts can be put right: hiding is then among what is more.
  const first = reports.length > 0 && reports.every(({ kind }) => kind === 'facts') ? 'ask' : 'hide'
  const ask = (act: 'ask' | 'hide' | 'restore') => () =>
    able.askFor({ act, subject: { eventId: subject.id }, name: subject.name })
  const about = isEvent ? { eventId: subject.id } : { accountId: subject.id }
  return (
    <div className="row wrap gap-8">
      {isEvent && !isHidden && (
        <Button
          look={first === 'hide' ? 'danger' : 'primary'}
          onClick={ask(first)}
          onPointerEnter={able.preload}
          aria-label={words.actOn(words.ACT_WORDS[first].label, subject.name)}
        >
          {words.ACT_WORDS[first].label}
        </Button>
      )}
      {isEvent && isHidden && (
        <Button look="outlined" onClick={ask('restore')} aria-label={words.restoreName(subject.name)}>
          Restore
        </Button>
      )}
      {isInReview && !isHidden && (
        <Button
          look="outlined"
          disabled={able.isBusy}
          onClick={() => void able.release(subject.id)}
          aria-label={words.listName(subject.name)}
        >
          {words.listIt}
        </Button>
      )}
      {isReported && (
        <Button
          look="outlined"
          disabled={able.isBusy}
          onClick={() => able.leave(about)}
          aria-label={words.leaveName(subject.name)}
        >
          {words.leaveIt}
        </Button>
      )}
      {!isReported && !isInReview && !objection && (
        <Button
          look="outlined"
          disabled={able.isBusy}
          onClick={() => void able.leaveUnreported(subject.id)}
          aria-label={words.nameIsFine(subject.name)}
        >
          {words.itIsFine}
        </Button>
      )}
      {objection && (
        <ButtonLink look="outlined" to={`/moderation/decisions#${objection}`}>
          Objection
        </ButtonLink>
      )}
      <ButtonLink look="text" to={pathOf(subject)} aria-label={words.moreAbout(subject.name)}>
        More
      </ButtonLink>
    </div>
  )
}

export function QueueCard({ item, able }: { item: QueueItem; able: Acts }) {
  const { subject, by, event, reports, said, reasons, isHidden, isInReview } = item
  const isWaiting = reports.length > 0 || isInReview || item.objection !== null
  return (
    <li className={style.card}>
      <div className={style.head}>
        {event && <EventPicture event={event} sizes="96px" width={96} className={style.picture} />}
        <div className={style.words}>
          <h2 className={style.title}>
            <Link to={pathOf(subject)} className={style.subject}>
              <Name of={subject} />
            </Link>
          </h2>
          <p className={style.quiet}>
            {event ? (
              <>
                by <Link to={`/moderation/accounts/${by.id}`}>{by.name}</Link>
              </>
            ) : (
              words.anAccount
            )}
            ,{' '}
            {isWaiting
              ? words.waitingFor(words.waited(item.since, new Date()))
              : words.savedAgo(words.waited(item.since, new Date()))}
          </p>
        </div>
      </div>
      <ul role="list" className={style.chips}>
        {reports.map(({ kind, people }) => (
          <li key={kind} className={kind === 'illegal' ? style.alarm : style.chip}>
            {words.REPORTED[kind]}
            {people > 1 && ` × ${people}`}
          </li>
        ))}
        {item.objection && <li className={style.chip}>Objection</li>}
        {isInReview && <li className={style.chip}>{words.notListedYet}</li>}
        {isHidden && <li className={style.chip}>Hidden</li>}
      </ul>
      {said && <blockquote className={style.said}>{said}</blockquote>}
      <details>
        <summary className={style.why}>{words.whyHerePoints(item.points)}</summary>
        <ReasonsList reasons={reasons} />
      </details>
      <CardActs item={item} able={able} isReported={reports.length > 0} />
    </li>
  )
}

function Cards({ items, able }: { items: QueueItem[]; able: Acts }) {
  return (
    <ul role="list" className={style.cards}>
      {items.map((item) => (
        <QueueCard key={`${item.subject.kind} ${item.subject.id}`} item={item} able={able} />
      ))}
    </ul>
  )
}

/** Nothing of it is held back: a moderator can look, or leave it. */
export function WorthALookView() {
  const { loaded, reload, refresh } = useCall('worth a look', (api) => api.moderationConsole.worthALook())
  const able = useActs(refresh)
  return (
    <>
      <LoadedView loaded={loaded} reload={reload}>
        {({ items }) =>
          items.length === 0 ? (
            <Notice>
              <p>{words.nothingDoubtful}</p>
            </Notice>
          ) : (
            <>
              <p className={style.quiet}>{words.aboutDoubtful}</p>
              <Cards items={items} able={able} />
            </>
          )
        }
      </LoadedView>
      {able.dialog}
    </>
  )
}

export function QueueView() {
  const { loaded, reload, refresh } = useCall('queue', (api) => api.moderationConsole.queue())
  const able = useActs(refresh)
  return (
    <>
      <LoadedView loaded={loaded} reload={reload}>
        {({ total, items }) =>
          items.length === 0 ? (
            <Notice>
              <p>{words.nothingWaiting}</p>
            </Notice>
          ) : (
            <>
              <p className={style.quiet}>{words.waitingItems(counted(total, 'item'))}</p>
              <Cards items={items} able={able} />
            </>
          )
        }
      </LoadedView>
      {able.dialog}
    </>
  )
}
