import { LinkedText } from '../../ui/linked-text.tsx'
import style from './event-text.module.css'

/** 'The Lonesome Row - Fiddle Night' is by The Lonesome Row. */
export const artistName = (title: string) => title.split(' - ')[0] ?? title

/** Hidden when the event has no artist description; one that says nothing gets the default biography. */
export function Artist({ title, description }: { title: string; description: string | null }) {
  if (!description) return null
  return (
    <section className={style.section}>
      <h2>Artist Description</h2>
      <p className="strong breakable">{artistName(title)}</p>
      <p className={style.text}>
        <LinkedText text={description.trim() || 'No biography available'} />
      </p>
    </section>
  )
}
