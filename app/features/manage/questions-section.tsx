// The section Questions of the manage screen: what those who have booked are asked.
import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { TryAgain } from '../../ui/message.tsx'
import { QuestionsPart } from '../event-form/slot.tsx'
import { Section } from './section.tsx'
import * as words from './event-words.ts'

export function QuestionsSection({ event }: { event: Event }) {
  const [isMissing, setMissing] = useState(false)
  return (
    <Section id="questions-heading" title="Questions">
      {isMissing ? (
        <TryAgain onPress={() => setMissing(false)}>
          <p>{words.questionsNotLoaded}</p>
        </TryAgain>
      ) : (
        <QuestionsPart form={String(event.id)} event={event} onUnavailable={() => setMissing(true)} isSilent />
      )}
    </Section>
  )
}
