// The part Social Settings of the event form: a text for each network, and when to be reminded to post it.
import { NETWORK_NAMES } from '../../../contract/networks.ts'
import { useCall } from '../../data/use-call.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PostEditor } from './post-editor.tsx'
import part from '../../ui/form-part.module.css'

export default function SocialSettings({ form, event, timeZone }: PartProps) {
  const eventId = event?.id ?? null
  const { loaded, reload } = useCall(eventId === null ? null : `posts ${eventId}`, (api) =>
    api.socialPosts.list({ params: { eventId: eventId ?? 0 } }),
  )
  const isReady = eventId === null || loaded.state === 'loaded'
  return (
    <div className={part.parts}>
      <p className="quiet">
        We never post for you or ask for a password. At the time you choose you’ll get an email and a notification, and
        one press opens the network’s own form.
        {event === null && ' The texts are saved with the event.'}
      </p>
      {eventId !== null && loaded.state === 'loading' && <Spinner label="Loading the posts" />}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>The posts could not be loaded.</p>
        </TryAgain>
      )}
      {isReady &&
        NETWORK_NAMES.map((network) => (
          <PostEditor
            key={network}
            network={network}
            form={form}
            event={event}
            timeZone={timeZone}
            loaded={loaded.state === 'loaded' ? loaded.value.find((post) => post.network === network) : undefined}
          />
        ))}
    </div>
  )
}
