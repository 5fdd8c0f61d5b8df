import { SITE } from '../../../contract/site.ts'
import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useProblem } from '../../lib/use-problem.ts'
import type { QuickPerson, QuickWords } from '../../session/login-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './auth.module.css'
import { GoogleButton } from './google-button.tsx'
import { usePasskeySignIn } from '../passkeys/slot.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { TermsLinks } from './terms-checkbox.tsx'
import { useEnter } from './use-after-sign-in.ts'
import { filledProblem, loginProblem } from './validation.ts'

const BOOKING: QuickWords = {
  heading: 'Book with your email',
  act: 'Book',
  acting: 'Booking...',
  by: 'By booking',
  failed: 'Your booking could not be completed. Please try again.',
}

interface Props {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  onSignup: () => void
  onBusy: (busy: boolean) => void
  /** To the address that was typed. */
  onCodeSent: () => void
  /** In the dialog that BOOK opens: with a name, the address books without a password. */
  quick?: (person: QuickPerson) => Promise<void>
  quickWords?: QuickWords
}

type Step = 'idle' | 'logging-in' | 'booking' | 'sending'

export function LoginForm({
  email,
  onEmail,
  onForgot,
  onSignup,
  onBusy,
  onCodeSent,
  quick,
  quickWords = BOOKING,
}: Props) {
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [hadEmail] = useState(email !== '')
  const { form, messageId, problem, showProblem, field } = useProblem({ email, password })
  const [step, setStep] = useState<Step>('idle')
  /** Whether the message belongs to Book, and is shown there. */
  const [isAboutBooking, setAboutBooking] = useState(false)
  const [wantsCode, setWantsCode] = useState(false)
  const enter = useEnter()
  const isBusy = step !== 'idle'
  const passkey = usePasskeySignIn({ onToken: enter, onProblem: showProblem, suggests: !wantsCode })

  const logIn = async (code?: string) => {
    const api = await loadApi()
    const { access_token: token } = await api.auth.login({ body: { email, password, code } })
    await enter(token)
  }

  const press = async (now: Step, found: string | null, needed: Record<string, string>, send: () => Promise<void>) => {
    setAboutBooking(now === 'booking')
    showProblem(found, needed)
    if (found) return
    setStep(now)
    onBusy(true)
    try {
      await send()
    } catch (error) {
      if (isRefusal(error, 'second_step')) setWantsCode(true)
      else showProblem(failureSentence(error, now === 'booking' ? quickWords.failed : messages.loginFailed), needed)
    } finally {
      setStep('idle')
      onBusy(false)
    }
  }
  const book = () =>
    quick && press('booking', filledProblem(name, email), { name, email }, () => quick({ name, email }))
  const sendCode = () =>
    press('sending', filledProblem(email), { email }, async () => {
      const api = await loadApi()
      await api.auth.sendCode({ body: { email } })
      onCodeSent()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter, in the name or the address.
    if (quick && !password) return book()
    return press('logging-in', loginProblem({ email, password }), { email, password }, () => logIn())
  }

  if (wantsCode)
    return <SecondStepForm onCode={logIn} onToken={enter} onBusy={onBusy} onBack={() => setWantsCode(false)} />
  return (
    <form ref={form} className="stack gap-16" onSubmit={submit} noValidate>
      {quick && (
        <>
          <h3>{quickWords.heading}</h3>
          <TextField ref={firstFocus} label="Name" autoComplete="name" {...field('name', name, setName)} />
        </>
      )}
      <TextField
        // It may have been typed into the other form already.
        ref={quick || hadEmail ? undefined : firstFocus}
        label="Email"
        type="email"
        // The browser suggests passkeys here, beside the addresses it knows.
        autoComplete="username webauthn"
        {...field('email', email, onEmail)}
      />
      {quick && (
        <>
          <FormMessage id={isAboutBooking ? messageId : undefined} problem={isAboutBooking ? problem : null} />
          <Button wide onClick={book} disabled={isBusy}>
            {step === 'booking' ? quickWords.acting : quickWords.act}
          </Button>
          <p className={style.fine}>
            {quickWords.by} you accept the <TermsLinks />.
          </p>
          <p className={style.or}>or log in with your password</p>
        </>
      )}
      <PasswordField
        ref={hadEmail && !quick ? firstFocus : undefined}
        label="Password"
        autoComplete="current-password"
        {...field('password', password, setPassword)}
      />
      <div className={style.asides}>
        <Button look="text" onClick={sendCode} disabled={isBusy}>
          {step === 'sending' ? 'Sending...' : 'Email me a code'}
        </Button>
        <Button look="text" onClick={onForgot} disabled={isBusy}>
          Forgot your password?
        </Button>
      </div>
      <FormMessage id={isAboutBooking ? undefined : messageId} problem={isAboutBooking ? null : problem} />
      <Button type="submit" wide look={quick ? 'outlined' : 'primary'} disabled={isBusy}>
        {step === 'logging-in' ? 'Logging In...' : 'Login'}
      </Button>
      <p className={style.or}>or</p>
      <GoogleButton />
      {passkey.isPossible && (
        <Button look="outlined" wide onClick={passkey.press} disabled={isBusy || passkey.isAsking}>
          Sign in with a passkey
        </Button>
      )}
      <p className={style.or}>{`New to ${SITE.name}?`}</p>
      <Button look="outlined" wide onClick={onSignup} disabled={isBusy}>
        Sign Up
      </Button>
    </form>
  )
}
