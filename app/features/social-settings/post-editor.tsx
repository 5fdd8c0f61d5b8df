import { useState } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import { NETWORKS, type NetworkName } from '../../../contract/networks.ts'
import { SHARE_CARD, shareCardPath } from '../../../contract/share-card.ts'
import type { SocialPost } from '../../../contract/social-posts.ts'
import { ask } from '../../data/ask.ts'
import { Sentence } from '../../lib/failure.ts'
import { useSettings } from '../../lib/settings.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePartDraft } from '../../session/part-drafts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EMPTY_POST, isTyped, partOf, savePost, type TypedPost } from './stored-posts.ts'
import part from '../../ui/form-part.module.css'
import style from './social-settings.module.css'
import * as words from './words.ts'

interface Props {
  network: NetworkName
  form: string
  event: Event | null
  timeZone: string
  loaded: SocialPost | undefined
}

/** How it will look there: the text, and the card that the network makes of the link. */
const PostPreview = ({ event, text }: { event: Event; text: string }) => (
  <details className={style.preview}>
    <summary>Preview</summary>
    <p className={style.written}>{text}</p>
    <img
      src={shareCardPath(event)}
      alt={words.card}
      width={SHARE_CARD.width}
      height={SHARE_CARD.height}
      loading="lazy"
    />
  </details>
)

function hintFor(post: SocialPost | undefined, timeZone: string) {
  if (!post?.remindedAt) return words.movesWithEvent(timeZone)
  return words.youWereReminded(formatDate(post.remindedAt, timeZone), formatTime(post.remindedAt, timeZone))
}

export function PostEditor({ network, form, event, timeZone, loaded }: Props) {
  const { publicUrl } = useSettings()
  const [draft, setDraft] = usePartDraft(form, partOf(network), isTyped)
  const [saved, setSaved] = useState<SocialPost | null>(null)
  const { isBusy, outcome, act, forget } = useAct()
  const { name, limit, count, takesText, composer } = NETWORKS[network]
  const stored = saved ?? loaded
  const post: TypedPost = draft ?? stored ?? EMPTY_POST
  const counted = count(post.text)
  const isTooLong = counted > limit
  const change = (fields: Partial<TypedPost>) => {
    forget()
    setDraft({ text: post.text, at: post.at, ...fields })
  }

  const save = async (eventId: number) => {
    setSaved(await ask(() => savePost(eventId, network, { text: post.text, at: post.at })))
    setDraft(null)
    return 'Saved.'
  }

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(post.text)
      return 'Copied.'
    } catch {
      throw new Sentence(words.textNotCopied)
    }
  }

  return (
    <section className={part.part} aria-label={name}>
      <h2 className={style.name}>{name}</h2>
      <TextArea
        label={words.textFor(name)}
        value={post.text}
        onValueChange={(text) => change({ text })}
        rows={4}
        invalid={isTooLong}
        hint={words.lengthOf(counted.toLocaleString('en'), limit.toLocaleString('en'), isTooLong ? ': too long' : '')}
      />
      <TextField
        label={words.remindMe}
        type="datetime-local"
        value={post.at}
        onValueChange={(at) => change({ at })}
        hint={hintFor(stored, timeZone)}
        className={style.time}
      />
      {event && post.text !== '' && <PostPreview event={event} text={post.text} />}
      <FormMessage {...outcome} />
      {event && (
        <div className="row wrap gap-8">
          <Button disabled={isBusy || !draft || isTooLong} onClick={() => void act(() => save(event.id))}>
            Save
          </Button>
          {post.text !== '' && !isTooLong && (
            <>
              <a
                className={buttonClass({ look: 'outlined' })}
                href={composer(post.text, `${publicUrl || ''}/events/${event.id}`)}
                target="_blank"
                rel="noopener noreferrer"
              >
                Open {name}
              </a>
              {!takesText && (
                <Button look="text" onClick={() => void act(copy)}>
                  {words.copyText}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </section>
  )
}
