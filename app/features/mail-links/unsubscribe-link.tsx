import { Notice } from '../../ui/message.tsx'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'

export function UnsubscribeLink({ token, state: { from, isUnsubscribed }, onChange }: LinkProps<'unsubscribe'>) {
  const params = { token }
  if (isUnsubscribed)
    return (
      <Notice>
        <h1>You are unsubscribed</h1>
        <p role="status">We no longer write to you about {from}.</p>
        <PressOnce
          key="resubscribe"
          label="Write to me after all"
          look="outlined"
          call={(api) => api.links.resubscribe({ params })}
          onDone={onChange}
        />
      </Notice>
    )
  return (
    <Notice>
      <h1>Unsubscribe?</h1>
      <p>We will no longer write to you about {from}.</p>
      <PressOnce
        key="unsubscribe"
        label="Unsubscribe"
        call={(api) => api.links.unsubscribe({ params })}
        onDone={onChange}
      />
    </Notice>
  )
}
