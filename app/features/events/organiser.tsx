import { LinkedText } from '../../ui/linked-text.tsx'
import style from './event-text.module.css'

/** Who is behind the event, in their own words; nothing where they have written none. */
export function Organiser({ description }: { description: string | null }) {
  if (!description?.trim()) return null
  return (
    <section className={style.section}>
      <h2>About the organiser</h2>
      <p className={style.text}>
        <LinkedText text={description.trim()} />
      </p>
    </section>
  )
}
