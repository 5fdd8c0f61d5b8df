import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'
import * as words from './words.tsx'

/** From the email to the address that an account is about to lose. */
export function KeepAddressLink({ token, state: { isStopped }, onChange }: LinkProps<'keep-address'>) {
  if (isStopped)
    return (
      <Notice>
        <h1>{words.addressStays}</h1>
        <p role="status">{words.notBeingChanged}</p>
        <ButtonLink to="/login">{words.logInOrSetPassword}</ButtonLink>
      </Notice>
    )
  return (
    <Notice>
      <h1>{words.stopTheChange}</h1>
      <p>{words.someoneAsked}</p>
      <PressOnce
        label={words.stopThisChange}
        call={(api) => api.account.stopAddressChange({ body: { token } })}
        onDone={onChange}
      />
    </Notice>
  )
}
