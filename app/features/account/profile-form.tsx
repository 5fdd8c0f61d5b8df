import { useEffect, useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import type { Profile } from '../../../contract/users.ts'
import { logFailure, serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddressBelow, AddressSection } from '../address/slot.tsx'
import { ProfilePhoto } from '../profile-photo/slot.tsx'
import style from '../../ui/text-field.module.css'
import { fieldsOf, forgetKept, keep, takeKept, type ProfileFields } from './kept-profile.ts'

type Step = { name: 'idle' | 'saving' } | { name: 'saved' } | { name: 'failed'; problem: string }

export function ProfileForm({ user }: { user: Profile }) {
  const { setUser } = useSession()
  const [fields, setFields] = useState(() => takeKept(user) ?? fieldsOf(user))
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const { firstName, lastName, phoneNumber, address } = fields
  const change = (changed: Partial<ProfileFields>) => setFields((before) => ({ ...before, ...changed }))

  useEffect(() => keep(user, fields), [user, fields])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setStep({ name: 'saving' })
    try {
      const api = await loadApi()
      const { email, profilePictureUrl } = user
      // Where it cannot be changed it never is.
      const changed = address === user.address ? {} : { address }
      const body = { email, firstName, lastName, phoneNumber, profilePictureUrl, ...changed }
      const saved = await api.users.updateProfile({ body })
      forgetKept()
      setFields(fieldsOf(saved))
      setUser(saved)
      setStep({ name: 'saved' })
    } catch (error) {
      logFailure('The profile could not be saved', error)
      setStep({ name: 'failed', problem: serverSentence(error, messages.profileFailed) })
    }
  }

  return (
    <form className="stack gap-20" onSubmit={save} noValidate>
      <ProfilePhoto user={user} />
      <div className={style.pair}>
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          value={firstName}
          onValueChange={(value) => change({ firstName: value })}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          value={lastName}
          onValueChange={(value) => change({ lastName: value })}
        />
      </div>
      <div className={style.pair}>
        <TextField label="Email" type="email" name="email" value={user.email} disabled />
        <TextField
          label="Mobile"
          type="tel"
          name="phoneNumber"
          autoComplete="tel"
          value={phoneNumber}
          onValueChange={(value) => change({ phoneNumber: value })}
        />
      </div>
      <AddressSection address={address} onChange={(value) => change({ address: value })} />
      <FormMessage
        problem={step.name === 'failed' ? step.problem : null}
        success={step.name === 'saved' ? messages.profileSaved : null}
      />
      <Button type="submit" className={style.actions} disabled={step.name === 'saving'}>
        {step.name === 'saving' ? 'Saving...' : 'Save Changes'}
      </Button>
      <AddressBelow address={user.address} />
    </form>
  )
}
