import { useState } from 'react'
import { readDraft, type PartProps } from '../../session/part-drafts.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import * as words from './words.tsx'

export const { Part: QuestionsPart } = lazyPart(() => import('./questions-part.tsx'))

/** Few events ask something: the editor is fetched for those that do, or when somebody presses. */
export function QuestionsField({ form, event }: Pick<PartProps, 'form' | 'event'>) {
  const userId = useSession().user?.id
  const [state, setState] = useState<'closed' | 'begun' | 'open'>(() =>
    event?.asksQuestions || (userId !== undefined && readDraft(userId, form, 'questions')) ? 'open' : 'closed',
  )
  if (state === 'closed')
    return (
      <div>
        <Button look="outlined" onClick={() => setState('begun')}>
          {words.askYourGuests}
        </Button>
      </div>
    )
  return (
    <section aria-label="Questions" className="stack column gap-8">
      <h2>{words.questionsForGuests}</h2>
      <QuestionsPart
        form={form}
        event={event}
        isBegun={state === 'begun'}
        onUnavailable={() => setState('closed')}
        isSilent={state === 'open'}
      />
    </section>
  )
}
