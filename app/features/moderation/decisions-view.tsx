import { useState } from 'react'
import type { PastDecision } from '../../../contract/moderation-console.ts'
import { usePages } from '../../data/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DecisionRow } from './decisions-list.tsx'
import style from './moderation.module.css'
import { useActs } from './use-acts.tsx'
import * as words from './words.tsx'

const { Part: ObjectionDialog } = lazyPart(() => import('./objection-dialog.tsx'))

const isObjected = ({ objection }: PastDecision) => objection !== null && objection.outcome === null

/** Of those with the newest first: the domain is still blocked, as far as they tell. */
const blocksDomain = ({ reference, act, subject }: PastDecision, all: PastDecision[]) =>
  act === 'block-domain' && all.find((one) => one.subject.name === subject.name)?.reference === reference

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
  const able = useActs(reload)
  if (isWaiting) return <Spinner />
  if (hasFailed && all.length === 0)
    return (
      <TryAgain onPress={reload}>
        <p>{words.decisionsNotLoaded}</p>
      </TryAgain>
    )
  if (all.length === 0)
    return (
      <Notice>
        <p>{words.noDecisions}</p>
      </Notice>
    )
  return (
    <>
      <ul role="list" className={style.rows}>
        {all.map((decision) => (
          <DecisionRow key={decision.reference} decision={decision}>
            {isObjected(decision) && (
              <Button look="outlined" onClick={() => setDecided(decision.reference)}>
                {words.decideTheObjection}
              </Button>
            )}
            {blocksDomain(decision, all) && (
              <Button
                look="outlined"
                aria-label={words.allowLinksTo(decision.subject.name)}
                onClick={() => {
                  const { name } = decision.subject
                  able.askFor({ act: 'restore', subject: { domain: name }, name })
                }}
              >
                {words.allowAgain}
              </Button>
            )}
          </DecisionRow>
        ))}
      </ul>
      {next && (
        <Button look="outlined" disabled={isLoadingMore} onClick={loadMore}>
          {words.olderDecisions}
        </Button>
      )}
      {able.dialog}
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
