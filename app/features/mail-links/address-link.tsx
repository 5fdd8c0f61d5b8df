import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'

export function AddressLink({ token, state: { isConfirmed, newEmail }, onChange }: LinkProps<'address'>) {
  if (isConfirmed)
    return (
      <Notice>
        <h1>Your address is confirmed</h1>
        <p role="status">Thank you. Nothing is held back from you any more.</p>
        <ButtonLink to="/events">Browse Events</ButtonLink>
      </Notice>
    )
  return (
    <Notice>
      <h1>{newEmail ? 'Your new address' : 'Is this your address?'}</h1>
      <p>
        {newEmail ? (
          <>
            From now on you sign in with <strong>{newEmail}</strong>, and our mails go there.
          </>
        ) : (
          'Confirm that the mail came to you, and no message from organisers is held back.'
        )}
      </p>
      <PressOnce
        label={newEmail ? 'Confirm my new address' : 'Confirm my address'}
        call={(api) => api.account.confirmAddress({ body: { token } })}
        onDone={onChange}
      />
    </Notice>
  )
}
