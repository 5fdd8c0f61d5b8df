import { useState } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import type { Outcome } from '../../../contract/moderation-words.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import * as words from './words.tsx'

interface Props {
  reference: string
  onClose: () => void
  onDone: (said: string) => void
}

export default function ObjectionDialog({ reference, onClose, onDone }: Props) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const decide = async (outcome: Outcome) => {
    setBusy(true)
    setProblem(null)
    try {
      const { moderation } = await loadApi()
      await moderation.decideObjection({ params: { reference }, body: { outcome, ...(text && { text }) } })
      onDone(words.OUTCOME_DONE[outcome])
    } catch (error) {
      setProblem(failureSentence(error, NOT_SAVED))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={words.decideTheObjection} locked={isBusy}>
      <div className="stack gap-20">
        <TextArea
          label={words.messageOptional}
          hint={words.objectorWillRead}
          rows={3}
          maxLength={TEXT.message}
          value={text}
          onValueChange={setText}
        />
        <FormMessage problem={problem} />
        <div className="row wrap gap-8">
          <Button disabled={isBusy} onClick={() => void decide('undone')}>
            {words.undoTheDecision}
          </Button>
          <Button look="outlined" disabled={isBusy} onClick={() => void decide('kept')}>
            {words.letItStand}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
