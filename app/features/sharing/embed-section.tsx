import type { Event } from '../../../contract/events.ts'
import { EmbedCode } from './embed-code.tsx'
import style from './share-sheet.module.css'
import * as words from './words.ts'

/** A part of the manage screen. A draft has nothing to show yet. */
export default function EmbedSection({ event }: { event: Event }) {
  if (event.isDraft) return null
  return (
    <section className={style.section} aria-labelledby="embed-heading">
      <h2 id="embed-heading">{words.onYourWebsite}</h2>
      <EmbedCode title={event.title} eventId={event.id} eventKey={event.key} />
    </section>
  )
}
