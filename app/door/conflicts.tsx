import type { DoorConflict } from '../../contract/door.ts'
import { conflictCount, conflictSentence } from '../../contract/door-words.ts'
import style from './tools.module.css'

/** Conflicts between two doors that were offline. */
export function Conflicts({ conflicts, timeZone }: { conflicts: DoorConflict[]; timeZone: string }) {
  if (conflicts.length === 0) return null
  return (
    <section className={style.conflicts} aria-label="Conflicts">
      <h2>{conflictCount(conflicts.length)}</h2>
      <ul role="list">
        {conflicts.map((conflict) => (
          <li key={`${conflict.door} ${conflict.scanId}`}>{conflictSentence(conflict, timeZone)}</li>
        ))}
      </ul>
    </section>
  )
}
