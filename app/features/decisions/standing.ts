import type { Decision } from '../../../contract/moderation.ts'

const subjectOf = ({ subject: { kind, id, name } }: Decision) => `${kind} ${id ?? name}`

/** Of decisions with the newest first, those that still hold: the last word about each thing, unless it was taken back. */
export function standing(decisions: Decision[], now: Date): Decision[] {
  const seen = new Set<string>()
  return decisions.filter((decision) => {
    const subject = subjectOf(decision)
    // Asking for a change does nothing to what was done before it.
    if (decision.act === 'ask' || seen.has(subject)) return false
    seen.add(subject)
    const isOver = decision.until !== null && Date.parse(decision.until) <= now.getTime()
    return decision.act !== 'restore' && decision.objection?.outcome !== 'undone' && !isOver
  })
}
