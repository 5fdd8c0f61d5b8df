import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import type { Profile } from '../../../contract/users.ts'
import { serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddressSection } from '../address/slot.tsx'
import { ProfilePhoto } from '../profile-photo/slot.tsx'
import style from './form.module.css'

type Step = { name: 'idle' | 'saving' } | { name: 'saved' } | { name: 'failed'; problem: string }

export function ProfileForm({ user }: { user: Profile }) {
  const { setUser } = useSession()
  const [firstName, setFirstName] = useState(user.firstName)
  const [lastName, setLastName] = useState(user.lastName)
  const [phoneNumber, setPhoneNumber] = useState(user.phoneNumber)
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setStep({ name: 'saving' })
    try {
      const api = await loadApi()
      const { email, profilePictureUrl } = user
      const body = { email, firstName, lastName, phoneNumber, profilePictureUrl }
      setUser(await api.users.updateProfile({ body }))
      setStep({ name: 'saved' })
    } catch (error) {
      setStep({ name: 'failed', problem: serverSentence(error, messages.profileFailed) })
    }
  }

  return (
    <form className={style.form} onSubmit={save} noValidate>
      <ProfilePhoto user={user} />
      <div className={style.pair}>
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          value={firstName}
          onValueChange={setFirstName}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          value={lastName}
          onValueChange={setLastName}
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
          onValueChange={setPhoneNumber}
        />
      </div>
      <FormMessage
        problem={step.name === 'failed' ? step.problem : null}
        success={step.name === 'saved' ? messages.profileSaved : null}
      />
      <Button type="submit" className={style.actions} disabled={step.name === 'saving'}>
        {step.name === 'saving' ? 'Saving...' : 'Save Changes'}
      </Button>
      <AddressSection address={user.address} />
    </form>
  )
}
