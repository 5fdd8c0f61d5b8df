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
import * as words from './address-words.tsx'

type Step = { name: 'idle' | 'asking' } | { name: 'asked'; sentence: string } | { name: 'failed'; problem: string }

export function AddressChange() {
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const { withProof, proofDialog } = useProof('address-change', {
    change: (wanted) => {
      setEmail(String(wanted))
      void change(String(wanted))
    },
  })

  const change = async (wanted: string) => {
    if (!wanted.trim()) return setStep({ name: 'failed', problem: messages.fillAllFields })
    setStep({ name: 'asking' })
    try {
      const api = await loadApi()
      const call = () => api.account.changeAddress({ body: { email: wanted } })
      const { message } = await withProof(call, 'change', wanted)
      setEmail('')
      setStep({ name: 'asked', sentence: message })
    } catch (error) {
      setStep({ name: 'failed', problem: failureSentence(error) })
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void change(email)
  }

  return (
    <section id="address-change" className={style.section} aria-labelledby="address-change-heading">
      <h2 id="address-change-heading">{words.changeYourAddress}</h2>
      <p className={style.text}>{words.aboutChange}</p>
      <form className={style.form} onSubmit={submit} noValidate>
        <TextField
          className={style.field}
          label={words.newAddress}
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
          {words.changeAddress}
        </Button>
      </form>
      {proofDialog}
    </section>
  )
}
