import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './auth.module.css'
import { TermsCheckbox } from './terms-checkbox.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'
import { signupProblem, type SignupFields } from './validation.ts'

const EMPTY: SignupFields = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptsTerms: false,
}

interface Props {
  onLogin: () => void
  onBusy: (busy: boolean) => void
}

export function SignupForm({ onLogin, onBusy }: Props) {
  const [fields, setFields] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const [step, setStep] = useState<'idle' | 'signing-up'>('idle')
  const { signIn } = useSession()
  const afterSignIn = useAfterSignIn()

  const field = (name: Exclude<keyof SignupFields, 'acceptsTerms'>) => ({
    name,
    value: fields[name],
    onValueChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })

  const signUp = async () => {
    const { firstName, lastName, email, password } = fields
    const api = await loadApi()
    const { access_token: token } = await api.auth.register({ body: { firstName, lastName, email, password } })
    await signIn(token)
    setFields(EMPTY)
    afterSignIn()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = signupProblem(fields)
    setProblem(found)
    if (found) return
    setStep('signing-up')
    onBusy(true)
    try {
      await signUp()
    } catch (error) {
      setProblem(failureSentence(error, messages.registerFailed))
    } finally {
      setStep('idle')
      onBusy(false)
    }
  }

  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <div className={style.pair}>
        <TextField ref={firstFocus} label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
      <TextField label="Confirm password" type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <TermsCheckbox
        checked={fields.acceptsTerms}
        onChange={(acceptsTerms) => setFields((before) => ({ ...before, acceptsTerms }))}
      />
      <FormMessage problem={problem} />
      <Button type="submit" wide disabled={step === 'signing-up'}>
        {step === 'signing-up' ? 'Signing Up...' : 'Sign Up'}
      </Button>
      <p className={style.switch}>
        Already have an account?{' '}
        <Button look="text" onClick={onLogin} disabled={step === 'signing-up'}>
          Login
        </Button>
      </p>
    </form>
  )
}
