import { useState } from 'react'
import { UNDO_DISOWNING_MINUTES } from '../../../contract/limits.ts'
import { WHOSE_WORDS, type Whose } from '../../session/whose-words.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

/** After No. */
export const ENDED = {
  closed: `Thank you. The account is closed and its bookings are cancelled. Was it you after all? Undo within ${UNDO_DISOWNING_MINUTES} minutes with the link in our email “Confirm your email”.`,
  reported: 'Thank you. Nobody can log in to the account any more, and our moderators will look at it.',
}

export interface WhoseAnswer {
  isMine: boolean
  password?: string
}

interface Props {
  whose: Whose
  /** On a page. In a dialog the title comes before it. */
  isPage?: boolean
  /** The password can be kept by typing it. */
  asksPassword?: boolean
  problem: string | null
  isBusy: boolean
  onAnswer: (answer: WhoseAnswer) => void
}

/** Nobody has proved this address before: somebody else may have booked with it. */
export function WhoseForm({ whose, isPage = false, asksPassword = false, problem, isBusy, onAnswer }: Props) {
  const [password, setPassword] = useState('')
  const { title, text, yes, no, ends } = WHOSE_WORDS[whose]
  const Heading = isPage ? 'h2' : 'h3'
  return (
    <div className="stack gap-16">
      <Heading>{title}</Heading>
      <p>
        {text} “Yes” confirms your address, signs everyone else out and removes every other way in.{' '}
        {asksPassword && 'Enter the account’s password to keep it; leave the field empty if it has none. '}
        {ends}
      </p>
      {asksPassword && (
        <PasswordField
          label="Password (optional)"
          name="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
        />
      )}
      <FormMessage problem={problem} />
      <Button wide disabled={isBusy} onClick={() => onAnswer({ isMine: true, password: password || undefined })}>
        {yes}
      </Button>
      <Button look="outlined" wide disabled={isBusy} onClick={() => onAnswer({ isMine: false })}>
        {no}
      </Button>
    </div>
  )
}
