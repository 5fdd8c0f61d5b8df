import { useState } from 'react'
import { UNDO_DISOWNING_MINUTES } from '../../../contract/limits.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { WHOSE_WORDS, type Whose } from '../../session/whose-words.ts'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'
import * as words from './words.tsx'

type Props = LinkProps<'address'>

export function AddressLink(props: Props) {
  const { isConfirmed, newEmail, asks, needsSignIn, ended } = props.state
  if (ended) return <Ended {...props} how={ended} />
  if (isConfirmed) return <Confirmed {...props.state} />
  if (newEmail !== undefined) return <NewAddress {...props} newEmail={newEmail} needsSignIn={needsSignIn} />
  if (asks) return <AskWhose {...props} asks={asks} />
  return (
    <Notice>
      <h1>{words.isThisYourAddress}</h1>
      <p>{words.confirmSoMessagesReach}</p>
      <PressOnce
        label={words.confirmMyAddress}
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
      <h1>{words.addressIsConfirmed}</h1>
      <p role="status">{words.allSet}</p>
      {seatsLost && <p>{words.notFreeAnyMore(seatsLost)}</p>}
      {needsPassword && (
        <>
          <p>{words.oldPasswordEnded}</p>
          <Button onClick={() => login.open({ mode: 'forgot' })}>{words.emailPasswordLink}</Button>
        </>
      )}
      <ButtonLink to="/events" look={needsPassword ? 'outlined' : 'primary'}>
        {words.browseEvents}
      </ButtonLink>
    </Notice>
  )
}

type NewAddressProps = Props & { newEmail: string; needsSignIn?: true }

function NewAddress({ token, onChange, reload, newEmail, needsSignIn }: NewAddressProps) {
  const login = useLoginDialog()
  return (
    <Notice>
      <h1>{words.yourNewAddress}</h1>
      <p>{words.fromNowOn(<strong>{newEmail}</strong>)}</p>
      {needsSignIn ? (
        <>
          <p>{words.logInFirst}</p>
          <Button onClick={() => login.open({ mode: 'login', onSuccess: reload })}>{words.logIn}</Button>
        </>
      ) : (
        <PressOnce
          label={words.confirmMyNewAddress}
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
      <p>{words.aboutYes(ends)}</p>
      <PasswordField
        label={words.passwordOptional}
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
    <h1>{how === 'closed' ? words.accountIsClosed : words.nobodyCanSignIn}</h1>
    <p role="status">{how === 'closed' ? words.willBeDeleted : words.willBeLookedAt}</p>
    {state.undoUntil && (
      <>
        <p>{words.undoWithin(UNDO_DISOWNING_MINUTES)}</p>
        <PressOnce
          label={words.undoItWasMe}
          look="outlined"
          call={(api) => api.account.confirmAddress({ body: { token, isMine: true } })}
          onDone={onChange}
        />
      </>
    )}
  </Notice>
)
