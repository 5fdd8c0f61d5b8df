// The part Social Settings of the event form: a text for each network, and when to be reminded to post it.
import { NETWORK_NAMES } from '../../../contract/networks.ts'
import { useCall } from '../../data/use-call.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PostEditor } from './post-editor.tsx'
import part from '../../ui/form-part.module.css'
import * as words from './words.ts'

export default function SocialSettings({ form, event, timeZone }: PartProps) {
  const eventId = event?.id ?? null
  const { loaded, reload } = useCall(eventId === null ? null : `posts ${eventId}`, (api) =>
    api.socialPosts.list({ params: { eventId: eventId ?? 0 } }),
  )
  const isReady = eventId === null || loaded.state === 'loaded'
  return (
    <div className={part.parts}>
      <p className="quiet">
        {words.aboutPosts}
        {event === null && words.savedToo}
      </p>
      {eventId !== null && loaded.state === 'loading' && <Spinner label={words.loadingPosts} />}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>{words.postsNotLoaded}</p>
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
