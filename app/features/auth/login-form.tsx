import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './auth.module.css'
import { GoogleButton } from './google-button.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  const [step, setStep] = useState<'idle' | 'logging-in'>('idle')
  const { signIn } = useSession()
  const afterSignIn = useAfterSignIn()
  const showToast = useToast()

  const logIn = async () => {
    const api = await loadApi()
    const { access_token: token } = await api.auth.login({ body: { email, password } })
    await signIn(token)
    afterSignIn()
    showToast(messages.loginSucceeded)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = loginProblem({ email, password })
    setProblem(found)
    if (found) return
    setStep('logging-in')
    onBusy(true)
    try {
      await logIn()
    } catch (error) {
      setProblem(failureSentence(error, messages.loginFailed))
    } finally {
      setStep('idle')
      onBusy(false)
    }
  }

  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <TextField
        ref={firstFocus}
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onValueChange={onEmail}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
      />
      <Button look="text" className={style.aside} onClick={onForgot} disabled={step === 'logging-in'}>
        Forgot your password?
      </Button>
      <FormMessage problem={problem} />
      <Button type="submit" wide disabled={step === 'logging-in'}>
        {step === 'logging-in' ? 'Logging In...' : 'Login'}
      </Button>
      <GoogleButton />
      <p className={style.switch}>
        New to Hooley?{' '}
        <Button look="text" onClick={onSignup} disabled={step === 'logging-in'}>
          Sign Up
        </Button>
      </p>
    </form>
  )
}
