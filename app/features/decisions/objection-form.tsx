import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import style from './decision-view.module.css'
import * as words from './words.ts'

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
      setProblem(failureSentence(error, words.objectionNotSent))
      setBusy(false)
    }
  }
  return (
    <section className={style.objection} aria-labelledby="object">
      <h2 id="object">{words.dontAgree}</h2>
      <p className={style.quiet}>{words.aboutObjection}</p>
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
