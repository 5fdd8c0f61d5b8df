import type { Event } from '../../../contract/events.ts'
import { ButtonLink } from '../../ui/button.tsx'
import style from './form-tabs.module.css'
import { useFormParts } from './parts.ts'
import * as words from './words.tsx'

/** The ways from the manage screen to the other parts of the form; nothing where none is switched on. */
export function FormPartLinks({ event }: { event: Event }) {
  const parts = useFormParts().filter(({ isOn }) => isOn)
  if (parts.length === 0) return null
  return (
    <nav aria-label={words.partsOfEvent} className={style.links}>
      {parts.map(({ name, slug }) => (
        <ButtonLink key={slug} look="outlined" to={`/events/${event.id}/edit#${slug}`}>
          {name}
        </ButtonLink>
      ))}
    </nav>
  )
}
