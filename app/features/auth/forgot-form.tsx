import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { loadApi } from '../../lib/load-api.ts'
import { serverSentence } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './auth.module.css'

interface Props {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
  onBusy: (busy: boolean) => void
}

type Outcome = { problem: string } | { success: string } | null

export function ForgotForm({ email, onEmail, onBack, onBusy }: Props) {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [step, setStep] = useState<'idle' | 'sending'>('idle')

  const send = async (): Promise<Outcome> => {
    try {
      const api = await loadApi()
      await api.auth.forgotPassword({ body: { email } })
      return { success: messages.resetEmailSent }
    } catch (error) {
      return { problem: serverSentence(error, messages.resetEmailFailed) }
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setOutcome(null)
    if (!email.trim()) return setOutcome({ problem: messages.fillAllFields })
    setStep('sending')
    onBusy(true)
    setOutcome(await send())
    setStep('idle')
    onBusy(false)
  }

  return (
    <form className="stack gap-16" onSubmit={submit} noValidate>
      <p className="quiet">Tell us your email address, and we&apos;ll send you a link to set a new password.</p>
      <TextField
        ref={firstFocus}
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        invalid={outcome !== null && 'problem' in outcome && !email.trim()}
        value={email}
        onValueChange={onEmail}
      />
      <FormMessage
        problem={outcome && 'problem' in outcome ? outcome.problem : null}
        success={outcome && 'success' in outcome ? outcome.success : null}
      />
      <Button type="submit" wide disabled={step === 'sending'}>
        {step === 'sending' ? 'Sending...' : 'Send Reset Link'}
      </Button>
      <Button look="text" className={style.centre} onClick={onBack} disabled={step === 'sending'}>
        Back to Login
      </Button>
    </form>
  )
}
