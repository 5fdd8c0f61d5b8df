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
          No change of address is under way. If it was not you who asked for it, please set a new password: it signs
          everybody out.
        </p>
        <ButtonLink to="/login">Log in or set a new password</ButtonLink>
      </Notice>
    )
  return (
    <Notice>
      <h1>Stop the change of address?</h1>
      <p>Somebody has asked for another email address for your account. If it was not you, stop it here.</p>
      <PressOnce
        label="Stop this change"
        call={(api) => api.account.stopAddressChange({ body: { token } })}
        onDone={onChange}
      />
    </Notice>
  )
}
