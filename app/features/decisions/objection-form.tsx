import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import style from './decision-view.module.css'

export function ObjectionForm({ reference, onSent }: { reference: string; onSent: () => void }) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const { moderation } = await loadApi()
      await moderation.object({ params: { reference }, body: { text } })
      onSent()
    } catch (error) {
      setProblem(failureSentence(error, 'Your objection could not be sent. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <section className={style.objection} aria-labelledby="object">
      <h2 id="object">Don’t agree?</h2>
      <p className={style.quiet}>
        You can object once, within six months. Another moderator will look at it again or, if there is nobody else, the
        same one at least a day later. You can also turn to a certified out-of-court dispute settlement body, or to a
        court.
      </p>
      <form className={style.form} onSubmit={(event) => void send(event)}>
        <TextArea label="Why" required maxLength={TEXT.message} value={text} onValueChange={setText} />
        <FormMessage problem={problem} />
        <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
          Object
        </Button>
      </form>
    </section>
  )
}
