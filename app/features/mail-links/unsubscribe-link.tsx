import { Notice } from '../../ui/message.tsx'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'

export function UnsubscribeLink({ token, state: { from, isUnsubscribed }, onChange }: LinkProps<'unsubscribe'>) {
  const params = { token }
  if (isUnsubscribed)
    return (
      <Notice>
        <h1>You’re unsubscribed</h1>
        <p role="status">We’ll no longer email you about {from}.</p>
        <PressOnce
          key="resubscribe"
          label="Email me after all"
          look="outlined"
          call={(api) => api.links.resubscribe({ params })}
          onDone={onChange}
        />
      </Notice>
    )
  return (
    <Notice>
      <h1>Unsubscribe?</h1>
      <p>We’ll no longer email you about {from}.</p>
      <PressOnce
        key="unsubscribe"
        label="Unsubscribe"
        call={(api) => api.links.unsubscribe({ params })}
        onDone={onChange}
      />
    </Notice>
  )
}
