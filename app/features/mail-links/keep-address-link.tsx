import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'

/** From the email to the address that an account is about to lose. */
export function KeepAddressLink({ token, state: { isStopped }, onChange }: LinkProps<'keep-address'>) {
  if (isStopped)
    return (
      <Notice>
        <h1>Your address stays</h1>
        <p role="status">
          Your email address is not being changed. If you didn’t ask for a change, please set a new password: it signs
          everyone out.
        </p>
        <ButtonLink to="/login">Log in or set a new password</ButtonLink>
      </Notice>
    )
  return (
    <Notice>
      <h1>Stop the change of address?</h1>
      <p>Someone asked to change your account’s email address. If it wasn’t you, stop it here.</p>
      <PressOnce
        label="Stop this change"
        call={(api) => api.account.stopAddressChange({ body: { token } })}
        onDone={onChange}
      />
    </Notice>
  )
}
