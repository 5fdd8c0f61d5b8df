import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './auth.module.css'
import { GoogleButton } from './google-button.tsx'
import { usePasskeySignIn } from '../passkeys/slot.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'
import { useProblem } from './use-problem.ts'
import { loginProblem } from './validation.ts'

interface Props {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  onSignup: () => void
  onBusy: (busy: boolean) => void
}

export function LoginForm({ email, onEmail, onForgot, onSignup, onBusy }: Props) {
  const [password, setPassword] = useState('')
  const [hadEmail] = useState(email !== '')
  const { form, problem, showProblem, clearWrong, isWrong } = useProblem({ email, password })
  const [step, setStep] = useState<'idle' | 'logging-in'>('idle')
  const { signIn } = useSession()
  const afterSignIn = useAfterSignIn()
  const showToast = useToast()

  const [wantsCode, setWantsCode] = useState(false)

  const enter = async (token: string) => {
    await signIn(token)
    afterSignIn()
    showToast(messages.loginSucceeded)
  }
  const passkey = usePasskeySignIn({ onToken: enter, onProblem: showProblem, suggests: !wantsCode })

  const logIn = async (code?: string) => {
    const api = await loadApi()
    const { access_token: token } = await api.auth.login({ body: { email, password, code } })
    await enter(token)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = loginProblem({ email, password })
    showProblem(found)
    if (found) return
    setStep('logging-in')
    onBusy(true)
    try {
      await logIn()
    } catch (error) {
      if (isRefusal(error, 'second_step')) setWantsCode(true)
      else showProblem(failureSentence(error, messages.loginFailed))
    } finally {
      setStep('idle')
      onBusy(false)
    }
  }

  if (wantsCode)
    return <SecondStepForm onCode={logIn} onToken={enter} onBusy={onBusy} onBack={() => setWantsCode(false)} />
  return (
    <form ref={form} className="stack gap-16" onSubmit={submit} noValidate>
      <TextField
        // It may have been typed into the other form already.
        ref={hadEmail ? undefined : firstFocus}
        label="Email"
        type="email"
        name="email"
        // The browser suggests passkeys here, beside the addresses it knows.
        autoComplete="username webauthn"
        invalid={isWrong('email')}
        value={email}
        onValueChange={(value) => {
          clearWrong('email')
          onEmail(value)
        }}
      />
      <PasswordField
        ref={hadEmail ? firstFocus : undefined}
        label="Password"
        name="password"
        autoComplete="current-password"
        invalid={isWrong('password')}
        value={password}
        onValueChange={(value) => {
          clearWrong('password')
          setPassword(value)
        }}
      />
      <Button look="text" className={style.aside} onClick={onForgot} disabled={step === 'logging-in'}>
        Forgot your password?
      </Button>
      <FormMessage problem={problem} />
      <Button type="submit" wide disabled={step === 'logging-in'}>
        {step === 'logging-in' ? 'Logging In...' : 'Login'}
      </Button>
      <p className={style.or}>or</p>
      <GoogleButton />
      {passkey.isPossible && (
        <Button look="outlined" wide onClick={passkey.press} disabled={step === 'logging-in' || passkey.isAsking}>
          Sign in with a passkey
        </Button>
      )}
      <p className={style.or}>New to Hooley?</p>
      <Button look="outlined" wide onClick={onSignup} disabled={step === 'logging-in'}>
        Sign Up
      </Button>
    </form>
  )
}
