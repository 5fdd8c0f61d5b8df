import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { readStored } from '../../lib/device-storage.ts'
import { serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { newPasswordProblem, PASSWORD_HINT } from '../../lib/new-password.ts'
import { useProblem } from '../../lib/use-problem.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { KeptPrograms, NONE_KEPT, programsChanged, usePrograms } from '../api-keys/slot.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import style from '../../ui/text-field.module.css'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

type Step = 'idle' | 'updating' | 'updated'

export function PasswordForm({ email }: { email: string }) {
  const [fields, setFields] = useState(EMPTY)
  const { loaded } = usePrograms()
  const [kept, setKept] = useState(NONE_KEPT)
  const [step, setStep] = useState<Step>('idle')
  const { form, messageId, problem, showProblem, field: checked } = useProblem(fields)

  const field = (name: keyof typeof EMPTY) =>
    checked(name, fields[name], (value) => setFields((before) => ({ ...before, [name]: value })))

  /** What is wrong, if so. */
  const update = async (): Promise<string | null> => {
    const { currentPassword, newPassword, confirmPassword } = fields
    const found = newPasswordProblem(newPassword, confirmPassword)
    if (found) return found
    if (!readStored('token')) return messages.noToken
    try {
      const api = await loadApi()
      await api.users.changePassword({ body: { currentPassword, newPassword, ...kept } })
      programsChanged()
      setFields(EMPTY)
      return null
    } catch (error) {
      return serverSentence(error, messages.passwordUpdateFailed)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStep('updating')
    const found = await update()
    showProblem(found)
    setStep(found ? 'idle' : 'updated')
  }

  return (
    <form ref={form} className="stack gap-20" onSubmit={submit} noValidate>
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <div className={style.pair}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          {...field('newPassword')}
        />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
      </div>
      {loaded.state === 'loaded' && <KeptPrograms programs={loaded.value} kept={kept} onChange={setKept} />}
      <FormMessage id={messageId} problem={problem} success={step === 'updated' ? messages.passwordUpdated : null} />
      <Button type="submit" className={style.actions} disabled={step === 'updating'}>
        {step === 'updating' ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}
