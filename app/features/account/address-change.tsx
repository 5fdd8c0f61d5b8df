import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './your-data.module.css'

type Step = { name: 'idle' | 'asking' } | { name: 'asked'; sentence: string } | { name: 'failed'; problem: string }

export function AddressChange() {
  const { withProof, proofDialog } = useProof()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const change = async (event: FormEvent) => {
    event.preventDefault()
    if (!email.trim()) return setStep({ name: 'failed', problem: messages.fillAllFields })
    setStep({ name: 'asking' })
    try {
      const api = await loadApi()
      const { message } = await withProof(() => api.account.changeAddress({ body: { email } }))
      setEmail('')
      setStep({ name: 'asked', sentence: message })
    } catch (error) {
      setStep({ name: 'failed', problem: failureSentence(error, 'That did not work. Please try again.') })
    }
  }

  return (
    <section className={style.section} aria-labelledby="address-change-heading">
      <h2 id="address-change-heading">Change your mail address</h2>
      <p className={style.text}>
        We send a link to the new address. Once you have used it you sign in with that one; the old one is told.
      </p>
      <form className={style.form} onSubmit={(event) => void change(event)} noValidate>
        <TextField
          className={style.field}
          label="New mail address"
          type="email"
          name="newEmail"
          autoComplete="email"
          maxLength={TEXT.email}
          value={email}
          onValueChange={setEmail}
        />
        <FormMessage
          problem={step.name === 'failed' ? step.problem : null}
          success={step.name === 'asked' ? step.sentence : null}
        />
        <Button type="submit" look="outlined" disabled={step.name === 'asking'}>
          Change address
        </Button>
      </form>
      {proofDialog}
    </section>
  )
}
