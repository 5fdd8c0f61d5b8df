import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { readStored } from '../../lib/device-storage.ts'
import { serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { newPasswordProblem } from '../../lib/new-password.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { KeptPrograms, NONE_KEPT, programsChanged, usePrograms } from '../api-keys/slot.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from '../../ui/text-field.module.css'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

type Step = { name: 'idle' | 'updating' | 'updated' } | { name: 'failed'; problem: string }

export function PasswordForm({ email }: { email: string }) {
  const [fields, setFields] = useState(EMPTY)
  const { loaded } = usePrograms()
  const [kept, setKept] = useState(NONE_KEPT)
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const field = (name: keyof typeof EMPTY) => ({
    name,
    type: 'password',
    value: fields[name],
    onValueChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })

  const update = async (): Promise<Step> => {
    const { currentPassword, newPassword, confirmPassword } = fields
    const problem = newPasswordProblem(newPassword, confirmPassword)
    if (problem) return { name: 'failed', problem }
    if (!readStored('token')) return { name: 'failed', problem: messages.noToken }
    try {
      const api = await loadApi()
      await api.users.changePassword({ body: { currentPassword, newPassword, ...kept } })
      programsChanged()
      setFields(EMPTY)
      return { name: 'updated' }
    } catch (error) {
      return { name: 'failed', problem: serverSentence(error, messages.passwordUpdateFailed) }
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStep({ name: 'updating' })
    setStep(await update())
  }

  return (
    <form className="stack gap-20" onSubmit={submit} noValidate>
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <div className={style.pair}>
        <TextField label="New password" autoComplete="new-password" {...field('newPassword')} />
        <TextField label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
      </div>
      {loaded.state === 'loaded' && <KeptPrograms programs={loaded.value} kept={kept} onChange={setKept} />}
      <FormMessage
        problem={step.name === 'failed' ? step.problem : null}
        success={step.name === 'updated' ? messages.passwordUpdated : null}
      />
      <Button type="submit" className={style.actions} disabled={step.name === 'updating'}>
        {step.name === 'updating' ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}
