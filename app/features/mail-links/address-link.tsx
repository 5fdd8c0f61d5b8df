import { counted } from '../../../contract/counted.ts'
import { useState } from 'react'
import { UNDO_DISOWNING_MINUTES } from '../../../contract/limits.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { WHOSE_WORDS, type Whose } from '../../session/whose-words.ts'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'

type Props = LinkProps<'address'>

export function AddressLink(props: Props) {
  const { isConfirmed, newEmail, asks, needsSignIn, ended } = props.state
  if (ended) return <Ended {...props} how={ended} />
  if (isConfirmed) return <Confirmed {...props.state} />
  if (newEmail !== undefined) return <NewAddress {...props} newEmail={newEmail} needsSignIn={needsSignIn} />
  if (asks) return <AskWhose {...props} asks={asks} />
  return (
    <Notice>
      <h1>Is this your address?</h1>
      <p>Confirm your email so organisers’ messages reach you.</p>
      <PressOnce
        label="Confirm my address"
        call={(api) => api.account.confirmAddress({ body: { token: props.token } })}
        onDone={props.onChange}
      />
    </Notice>
  )
}

function Confirmed({ hasPassword, seatsLost }: Props['state']) {
  const needsPassword = hasPassword === false
  const login = useLoginDialog()
  return (
    <Notice>
      <h1>Your address is confirmed</h1>
      <p role="status">Thanks, you’re all set.</p>
      {seatsLost && <p>{counted(seatsLost, 'of your places is', 'of your places are')} not free any more.</p>}
      {needsPassword && (
        <>
          <p>The old password no longer works, and everyone was signed out. Please choose a new password.</p>
          <Button onClick={() => login.open({ mode: 'forgot' })}>Email me a link to set a password</Button>
        </>
      )}
      <ButtonLink to="/events" look={needsPassword ? 'outlined' : 'primary'}>
        Browse Events
      </ButtonLink>
    </Notice>
  )
}

type NewAddressProps = Props & { newEmail: string; needsSignIn?: true }

function NewAddress({ token, onChange, reload, newEmail, needsSignIn }: NewAddressProps) {
  const login = useLoginDialog()
  return (
    <Notice>
      <h1>Your new address</h1>
      <p>
        From now on you log in with <strong>{newEmail}</strong>, and our emails go there.
      </p>
      {needsSignIn ? (
        <>
          <p>Please log in first, still with your old address.</p>
          <Button onClick={() => login.open({ mode: 'login', onSuccess: reload })}>Log in</Button>
        </>
      ) : (
        <PressOnce
          label="Confirm my new address"
          call={(api) => api.account.confirmAddress({ body: { token } })}
          onDone={onChange}
        />
      )}
    </Notice>
  )
}

/** In a browser that is not signed in to the account: somebody else may have signed up with the address. */
function AskWhose({ token, onChange, asks }: Props & { asks: Whose }) {
  const [password, setPassword] = useState('')
  const { title, text, yes, no, ends } = WHOSE_WORDS[asks]
  return (
    <Notice>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        “Yes” confirms your address, signs everyone else out and removes every other way in. Enter the account’s
        password to keep it, or leave this empty if you don’t know it. {ends}
      </p>
      <PasswordField
        label="Password (optional)"
        name="password"
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
      />
      <PressOnce
        label={yes}
        call={(api) =>
          api.account.confirmAddress({
            body: { token, isMine: true, password: password === '' ? undefined : password },
          })
        }
        onDone={onChange}
      />
      <PressOnce
        label={no}
        look="outlined"
        call={(api) => api.account.confirmAddress({ body: { token, isMine: false } })}
        onDone={onChange}
      />
    </Notice>
  )
}

const Ended = ({ how, state, token, onChange }: Props & { how: 'closed' | 'reported' }) => (
  <Notice>
    <h1>{how === 'closed' ? 'The account is closed' : 'Nobody can sign in any more'}</h1>
    <p role="status">
      {how === 'closed'
        ? 'Thank you. Nobody can log in to it, and we’ll delete it in 14 days. Until then you can get it back with “Forgot your password?”.'
        : 'Thank you. This account has published events that people are counting on, so our moderators will look at it.'}
    </p>
    {state.undoUntil && (
      <>
        <p>
          Was it you after all? Undo within {UNDO_DISOWNING_MINUTES} minutes, here or with the same link in the email,
          and the bookings come back too.
        </p>
        <PressOnce
          label="Undo: it was me"
          look="outlined"
          call={(api) => api.account.confirmAddress({ body: { token, isMine: true } })}
          onDone={onChange}
        />
      </>
    )}
  </Notice>
)
