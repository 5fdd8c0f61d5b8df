import { Link } from 'react-router'
import { usePages } from '../../data/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './moderation.module.css'
import { dayAndTime, LOGGED } from './words.ts'

/** 'event:12' */
function Subject({ subject }: { subject: string }) {
  const [kind = '', id = ''] = subject.split(':')
  const words = [kind, id].filter(Boolean).join(' ')
  return ['event', 'account'].includes(kind) ? <Link to={`/moderation/${kind}s/${id}`}>{words}</Link> : words
}

/** Everything that was done, as it was written down. Nothing here can be changed. */
export function LogView() {
  const { pages, next, hasFailed, isWaiting, isLoadingMore, reload, loadMore } = usePages(
    'moderation log',
    (api, cursor) => api.moderationConsole.log({ query: cursor ? { cursor: Number(cursor) } : {} }),
  )
  const lines = pages.flatMap(({ items }) => items)
  if (isWaiting) return <Spinner />
  if (hasFailed && lines.length === 0)
    return (
      <TryAgain onPress={reload}>
        <p>The log could not be loaded.</p>
      </TryAgain>
    )
  if (lines.length === 0)
    return (
      <Notice>
        <p>Nothing logged yet.</p>
      </Notice>
    )
  return (
    <>
      <p className={style.quiet}>
        Nobody can change or remove a line. The site’s operator can check that with npm run audit.
      </p>
      <ul role="list" className={style.rows}>
        {lines.map(({ seq, at, actor, code, subject, words }) => (
          <li key={seq} className={style.row}>
            <p>
              <strong>{LOGGED[code] ?? code}</strong>, <Subject subject={subject} />
            </p>
            {words && <blockquote className={style.said}>{words}</blockquote>}
            <p className={style.quiet}>
              {seq}. {dayAndTime(at)}, {actor ?? 'no account'}
            </p>
          </li>
        ))}
      </ul>
      {next && (
        <Button look="outlined" disabled={isLoadingMore} onClick={loadMore}>
          Older lines
        </Button>
      )}
    </>
  )
}
