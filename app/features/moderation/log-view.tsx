import { Link } from 'react-router'
import { usePages } from '../../data/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './moderation.module.css'
import * as words from './words.tsx'

/** 'event:12' */
function Subject({ subject }: { subject: string }) {
  const [kind = '', id = ''] = subject.split(':')
  const text = [kind, id].filter(Boolean).join(' ')
  return ['event', 'account'].includes(kind) ? <Link to={`/moderation/${kind}s/${id}`}>{text}</Link> : text
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
        <p>{words.logNotLoaded}</p>
      </TryAgain>
    )
  if (lines.length === 0)
    return (
      <Notice>
        <p>{words.nothingLogged}</p>
      </Notice>
    )
  return (
    <>
      <p className={style.quiet}>{words.aboutLog}</p>
      <ul role="list" className={style.rows}>
        {lines.map(({ seq, at, actor, code, subject, words: said }) => (
          <li key={seq} className={style.row}>
            <p>
              <strong>{words.LOGGED[code] ?? code}</strong>, <Subject subject={subject} />
            </p>
            {said && <blockquote className={style.said}>{said}</blockquote>}
            <p className={style.quiet}>
              {seq}. {words.dayAndTime(at)}, {actor ?? words.noAccount}
            </p>
          </li>
        ))}
      </ul>
      {next && (
        <Button look="outlined" disabled={isLoadingMore} onClick={loadMore}>
          {words.olderLines}
        </Button>
      )}
    </>
  )
}
