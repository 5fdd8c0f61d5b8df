import { useEffect, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { RESET_REDIRECT_SECONDS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Subtitle } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './reset-password-form.module.css'
import { newPasswordProblem } from './validation.ts'

type Step = { name: 'idle' | 'saving' | 'done' } | { name: 'failed'; problem: string }

/** Counts down to the login page. */
function Success() {
  const [seconds, setSeconds] = useState(RESET_REDIRECT_SECONDS)
  const navigate = useNavigate()
  useEffect(() => {
    if (seconds === 0) {
      void navigate('/login', { replace: true })
      return
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, navigate])
  return (
    <>
      <FormMessage success={messages.passwordReset} />
      <p>
        Redirecting to login in {seconds} {seconds === 1 ? 'second' : 'seconds'}...
      </p>
    </>
  )
}

export function ResetPasswordForm({ token }: { token: string }) {
  const [newPassword, setNewPassword] = useState('')
  const [confirmPassword, setConfirmPassword] = useState('')
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const reset = async (): Promise<Step> => {
    const problem = newPasswordProblem(newPassword, confirmPassword)
    if (problem) return { name: 'failed', problem }
    try {
      const api = await loadApi()
      await api.auth.resetPassword({ params: { token }, body: { newPassword } })
      return { name: 'done' }
    } catch (error) {
      return { name: 'failed', problem: serverSentence(error, messages.passwordResetFailed) }
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStep({ name: 'saving' })
    setStep(await reset())
  }

  return (
    <div className={style.sheet}>
      <h1>Reset Password</h1>
      {step.name === 'done' ? (
        <Success />
      ) : (
        <form className={style.form} onSubmit={submit} noValidate>
          <Subtitle>Choose a new password for your account.</Subtitle>
          <TextField
            label="New password"
            type="password"
            name="newPassword"
            autoComplete="new-password"
            value={newPassword}
            onValueChange={setNewPassword}
          />
          <TextField
            label="Confirm password"
            type="password"
            name="confirmPassword"
            autoComplete="new-password"
            value={confirmPassword}
            onValueChange={setConfirmPassword}
          />
          <FormMessage problem={step.name === 'failed' ? step.problem : null} />
          <Button type="submit" wide disabled={step.name === 'saving'}>
            {step.name === 'saving' ? 'Resetting...' : 'Reset Password'}
          </Button>
        </form>
      )}
    </div>
  )
}
