// What everybody else has: a list, first come, first served, with or without reminders.
import { REMINDERS, type Party } from './people.ts'

/** Who books after the last reminder gets none. */
const comes = ({ fate, looksAt }: Party, withReminders: boolean) =>
  fate === 'comes' || (withReminders && fate === 'comes if reminded' && looksAt > REMINDERS.late)

/** Seats that are filled at the door. With reminders people give seats back as well, and who looks later may find them. */
export function filledByList(parties: Party[], capacity: number, withReminders: boolean): number {
  const moments = parties.flatMap((party) => [
    { at: party.looksAt, party, is: 'looks' as const },
    ...(withReminders && party.givesBackAt !== null
      ? [{ at: party.givesBackAt, party, is: 'gives back' as const }]
      : []),
  ])
  const booked = new Set<Party>()
  let left = capacity
  // The longest before the start comes first.
  for (const { party, is } of moments.toSorted((a, b) => b.at - a.at)) {
    if (is === 'looks' && party.seats <= left) {
      booked.add(party)
      left -= party.seats
    }
    if (is === 'gives back' && booked.delete(party)) left += party.seats
  }
  return [...booked].reduce((sum, party) => sum + (comes(party, withReminders) ? party.seats : 0), 0)
}
