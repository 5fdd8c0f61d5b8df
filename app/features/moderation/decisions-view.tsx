import { useState } from 'react'
import type { PastDecision } from '../../../contract/moderation-console.ts'
import { usePages } from '../../data/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { DecisionRow } from './decisions-list.tsx'
import style from './moderation.module.css'

const { Part: ObjectionDialog } = lazyPart(() => import('./objection-dialog.tsx'))

const isObjected = ({ objection }: PastDecision) => objection !== null && objection.outcome === null

/** What was decided, with open objections first: those wait for somebody. */
export function DecisionsView() {
  const { pages, next, hasFailed, isWaiting, isLoadingMore, reload, loadMore } = usePages(
    'moderation decisions',
    (api, cursor) => api.moderationConsole.decisions({ query: cursor ? { cursor: Number(cursor) } : {} }),
  )
  const [decided, setDecided] = useState<string | null>(null)
  const toast = useToast()
  const close = () => setDecided(null)
  const all = pages.flatMap(({ items }) => items)
  const rows = [...all.filter(isObjected), ...all.filter((decision) => !isObjected(decision))]
  if (isWaiting) return <Spinner />
  if (hasFailed && all.length === 0)
    return (
      <TryAgain onPress={reload}>
        <p>The decisions could not be loaded.</p>
      </TryAgain>
    )
  if (all.length === 0)
    return (
      <Notice>
        <p>Nothing was decided so far.</p>
      </Notice>
    )
  return (
    <>
      <ul role="list" className={style.rows}>
        {rows.map((decision) => (
          <DecisionRow key={decision.reference} decision={decision}>
            {isObjected(decision) && (
              <Button look="outlined" onClick={() => setDecided(decision.reference)}>
                Decide the objection
              </Button>
            )}
          </DecisionRow>
        ))}
      </ul>
      {next && (
        <Button look="outlined" disabled={isLoadingMore} onClick={loadMore}>
          Older decisions
        </Button>
      )}
      {decided && (
        <ObjectionDialog
          reference={decided}
          onClose={close}
          onUnavailable={close}
          onDone={(said) => {
            close()
            toast(said)
            reload()
          }}
        />
      )}
    </>
  )
}
