import { Notice } from '../../ui/message.tsx'
import type { LinkProps } from './link-props.ts'
import { PressOnce } from './press-once.tsx'
import * as words from './words.tsx'

export function UnsubscribeLink({ token, state: { from, isUnsubscribed }, onChange }: LinkProps<'unsubscribe'>) {
  const params = { token }
  if (isUnsubscribed)
    return (
      <Notice>
        <h1>{words.unsubscribed}</h1>
        <p role="status">{words.noMoreEmails(from)}</p>
        <PressOnce
          key="resubscribe"
          label={words.emailMeAfterAll}
          look="outlined"
          call={(api) => api.links.resubscribe({ params })}
          onDone={onChange}
        />
      </Notice>
    )
  return (
    <Notice>
      <h1>Unsubscribe?</h1>
      <p>{words.noMoreEmails(from)}</p>
      <PressOnce
        key="unsubscribe"
        label="Unsubscribe"
        call={(api) => api.links.unsubscribe({ params })}
        onDone={onChange}
      />
    </Notice>
  )
}
