import type { Event } from '../../../contract/events.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import style from './event-parts.module.css'
import { ClampedText } from '../../ui/clamped-text.tsx'

export const AboutEvent = ({
  event: { description, language },
}: {
  event: Pick<Event, 'description' | 'language'>
}) => (
  <section className={style.section}>
    <h2>About the event</h2>
    <ClampedText text={description} lang={language} />
  </section>
)

/** Who is behind the event, in their own words; nothing where they have written none. */
export function Organiser({ description }: { description: string | null }) {
  if (!description?.trim()) return null
  return (
    <section className={style.section}>
      <h2>About the organiser</h2>
      <p className={style.text} dir="auto">
        <LinkedText text={description.trim()} />
      </p>
    </section>
  )
}

/** 'The Lonesome Row - Fiddle Night' is by The Lonesome Row. */
export const artistName = (title: string) => title.split(' - ')[0] ?? title

type ArtistProps = Pick<Event, 'title' | 'language' | 'artistDescription'>

/** Hidden when the event has no artist description; one that says nothing gets the default biography. */
export function Artist({ title, language, artistDescription: description }: ArtistProps) {
  if (!description) return null
  return (
    <section className={style.section}>
      <h2>Artist Description</h2>
      <p className="strong breakable" dir="auto" lang={language}>
        {artistName(title)}
      </p>
      <p className={style.text} dir="auto">
        <LinkedText text={description.trim() || 'No biography available'} />
      </p>
    </section>
  )
}
