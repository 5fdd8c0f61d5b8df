// What a decision means to the people it concerns, in a sentence or two.
import { suspensionEnd } from '../../../contract/moderation-words.ts'
import { say, type Text } from '../../mail/letter.ts'
import type { DecisionRow } from './queries.ts'

interface Wording {
  heading: string
  sentence: Text
}

const restored = ({ subjectKind }: DecisionRow, name: Text): Wording =>
  subjectKind === 'event'
    ? {
        heading: 'Your event is shown again',
        sentence: say`“${name}” is shown again, with all its bookings, as it was.`,
      }
    : {
        heading: 'Your account is as it was',
        sentence: 'You can use Hooley again, and your events are shown as they were.',
      }

function suspended({ until, keepsEvents }: DecisionRow): Wording {
  const end = until ? suspensionEnd(until) : ''
  const ofEvents = keepsEvents ? 'Your events stay as they are.' : 'Your events are not shown until then.'
  return {
    heading: 'Your account is suspended',
    sentence: `Your account is suspended until ${end}. Until then you can sign in, read, give bookings back, download your data, delete your account and object, and nothing else. ${ofEvents} Afterwards everything is as it was, without your doing anything.`,
  }
}

export function statementWords(row: DecisionRow, name: Text): Wording {
  switch (row.act) {
    case 'hide':
      return {
        heading: 'Your event is no longer shown',
        sentence: say`Your event “${name}” is no longer shown on Hooley: nobody finds it or can book it. Those who have booked keep their bookings and were told, in neutral words, that it is not shown.`,
      }
    case 'ask':
      return {
        heading: 'Please change your event',
        sentence: say`Please change your event “${name}”. It is still shown, and nothing else happens for now.`,
      }
    case 'hide-account':
      return {
        heading: 'Your events are no longer shown',
        sentence:
          'All of your events are no longer shown on Hooley: nobody finds them or can book them. Until we take this back it also holds for events that you publish from now on.',
      }
    case 'suspend':
      return suspended(row)
    case 'restore':
      return restored(row, name)
    case 'block-domain':
      return {
        heading: 'A website that you link to is blocked',
        sentence: say`Links to ${name} can no longer be used on Hooley, and those in your events are plain text now. Such events of yours can be seen and booked by their link, but are in no list. They are listed again at once when you remove the link.`,
      }
  }
}

const DONE: Record<DecisionRow['act'], string> = {
  hide: 'It is no longer shown.',
  ask: 'We have asked for a change, and it stays for now.',
  'hide-account': 'All events of its organiser are no longer shown.',
  suspend: 'Its organiser has been suspended for some time.',
  restore: 'It is shown.',
  'block-domain': 'The website that it leads to is blocked.',
}

export function toldReporter({ act, outcome }: DecisionRow, isAgain: boolean): string {
  if (!isAgain) return DONE[act]
  return outcome === 'undone'
    ? 'The person concerned objected to our decision, and we have taken it back.'
    : 'The person concerned objected to our decision, and it stands.'
}
