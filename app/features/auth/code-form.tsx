import { useState, type FormEvent } from 'react'
import { SIGN_IN_CODE } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { Whose } from '../../session/whose-words.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './auth.module.css'
import { SecondStepForm } from './second-step-form.tsx'
import { ENDED, WhoseForm, type WhoseAnswer } from './whose-form.tsx'

interface Answer extends Partial<WhoseAnswer> {
  secondStep?: string
}

interface Props {
  email: string
  onToken: (token: string) => Promise<void>
  onBusy: (busy: boolean) => void
  onBack: () => void
}

/** The code that was emailed; then, where the account or its address asks for it, the second step or whose account it is. */
export function CodeForm({ email, onToken, onBusy, onBack }: Props) {
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'code' | 'second-step' | Whose | 'closed' | 'reported'>('code')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)

  const busy = (value: boolean) => {
    setBusy(value)
    onBusy(value)
  }

  const verify = async (typed: string, answer: Answer = {}) => {
    const api = await loadApi()
    const { access_token: token, ended } = await api.auth.verifyCode({ body: { email, code: typed, ...answer } })
    if (token) await onToken(token)
    else setStep(ended ?? 'closed')
  }

  const tryCode = async (typed: string, answer?: Answer) => {
    if (isBusy) return
    setProblem(null)
    setSent(null)
    busy(true)
    try {
      await verify(typed, answer)
    } catch (error) {
      if (isRefusal(error, 'second_step')) setStep('second-step')
      else if (isRefusal(error, 'whose_account')) setStep('account')
      else if (isRefusal(error, 'whose_booking')) setStep('booking')
      else setProblem(failureSentence(error, messages.loginFailed))
      if (isRefusal(error, 'mailed_code_wrong')) setStep('code')
    } finally {
      busy(false)
    }
  }

  const change = (value: string) => {
    setProblem(null)
    setCode(value)
    const digits = value.replace(/\D/g, '')
    // Typed, pasted or filled in by the phone: no press is needed.
    if (digits.length === SIGN_IN_CODE.digits) void tryCode(digits)
  }

  const sendAgain = async () => {
    busy(true)
    setProblem(null)
    setCode('')
    try {
      const api = await loadApi()
      await api.auth.sendCode({ body: { email } })
      setSent('We sent you a new code. The earlier one no longer works.')
    } catch (error) {
      setProblem(failureSentence(error, messages.loginFailed))
    } finally {
      busy(false)
    }
  }

  if (step === 'closed' || step === 'reported') return <p role="status">{ENDED[step]}</p>
  if (step === 'second-step')
    return (
      <SecondStepForm
        onCode={(secondStep) => verify(code, { secondStep })}
        onToken={onToken}
        onBusy={onBusy}
        onBack={onBack}
      />
    )
  if (step !== 'code')
    return (
      <WhoseForm
        whose={step}
        asksPassword
        problem={problem}
        isBusy={isBusy}
        onAnswer={(answer) => void tryCode(code, answer)}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void tryCode(code)
  }
  return (
    <form className="stack gap-16" onSubmit={submit} noValidate>
      <h3>We sent you a code</h3>
      <p className="quiet">
        It’s in our email to <strong className="breakable">{email}</strong>, and works for {SIGN_IN_CODE.minutes}{' '}
        minutes in this browser.
      </p>
      <TextField
        ref={firstFocus}
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        invalid={problem !== null}
        value={code}
        onValueChange={change}
      />
      <FormMessage problem={problem} success={sent} />
      <Button type="submit" wide disabled={isBusy || !code.trim()}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
      <div className={style.switch}>
        <Button look="text" onClick={() => void sendAgain()} disabled={isBusy}>
          Send a new code
        </Button>
        <Button look="text" onClick={onBack} disabled={isBusy}>
          Back to Login
        </Button>
      </div>
    </form>
  )
}
