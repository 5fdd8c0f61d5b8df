import { counted } from '../../../contract/counted.ts'
import { useEffect, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { RESET_REDIRECT_SECONDS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { isRefusal, serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { newPasswordProblem, PASSWORD_HINT } from '../../lib/new-password.ts'
import { useProblem } from '../../lib/use-problem.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Subtitle } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import style from './auth.module.css'
import { useIsLeaving } from './slot.tsx'
import { ENDED, WhoseForm } from './whose-form.tsx'

type Step =
  | { name: 'idle' | 'saving' | 'done' | 'asked' | 'answering' | 'closed' | 'reported' }
  | { name: 'failed'; problem: string; isExpired?: boolean }

/** Counts down to the login page. */
function Success() {
  const [seconds, setSeconds] = useState(RESET_REDIRECT_SECONDS)
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (isLeaving) return
    if (seconds === 0) {
      void navigate('/login', { replace: true })
      return
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, navigate, isLeaving])
  return (
    <>
      <FormMessage success={messages.passwordReset} />
      <p>Redirecting to login in {counted(seconds, 'second')}...</p>
    </>
  )
}

export function ResetPasswordForm({ token }: { token: string }) {
  const [newPassword, setNewPassword] = useState('')
  const [confirmPassword, setConfirmPassword] = useState('')
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const { form, messageId, showProblem, field } = useProblem({ newPassword, confirmPassword })
  const login = useLoginDialog()
  const isExpired = step.name === 'failed' && step.isExpired

  const reset = async (isMine?: boolean): Promise<Step> => {
    const problem = newPasswordProblem(newPassword, confirmPassword)
    if (problem) return { name: 'failed', problem }
    try {
      const api = await loadApi()
      const { ended } = await api.auth.resetPassword({ params: { token }, body: { newPassword, isMine } })
      return { name: ended ?? 'done' }
    } catch (error) {
      if (isRefusal(error, 'whose_booking')) return { name: 'asked' }
      const problem = serverSentence(error, messages.passwordResetFailed)
      return { name: 'failed', problem, isExpired: problem === messages.resetLinkExpired }
    }
  }

  const settle = (outcome: Step) => {
    setStep(outcome)
    showProblem(outcome.name === 'failed' ? outcome.problem : null)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStep({ name: 'saving' })
    settle(await reset())
  }

  const answer = async (isMine: boolean) => {
    setStep({ name: 'answering' })
    settle(await reset(isMine))
  }

  return (
    <div className={style.sheet}>
      <h1>Reset Password</h1>
      {step.name === 'done' ? (
        <Success />
      ) : step.name === 'closed' || step.name === 'reported' ? (
        <p role="status">{ENDED[step.name]}</p>
      ) : step.name === 'asked' || step.name === 'answering' ? (
        <WhoseForm
          whose="booking"
          isPage
          problem={null}
          isBusy={step.name === 'answering'}
          onAnswer={({ isMine }) => void answer(isMine)}
        />
      ) : (
        <form ref={form} className="stack gap-20" onSubmit={submit} noValidate>
          <Subtitle>Choose a new password for your account.</Subtitle>
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            {...field('newPassword', newPassword, setNewPassword)}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...field('confirmPassword', confirmPassword, setConfirmPassword)}
          />
          <FormMessage id={messageId} problem={step.name === 'failed' ? step.problem : null} />
          <Button type="submit" look={isExpired ? 'outlined' : 'primary'} wide disabled={step.name === 'saving'}>
            {step.name === 'saving' ? 'Resetting...' : 'Reset Password'}
          </Button>
          {isExpired && (
            <Button wide onClick={() => login.open({ mode: 'forgot' })}>
              Request a new link
            </Button>
          )}
        </form>
      )}
    </div>
  )
}
