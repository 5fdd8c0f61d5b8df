// What a decision means to the people it concerns, in a sentence or two.
import { SITE } from '../../../contract/site.ts'
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
        sentence: `You can use ${SITE.name} again, and your events are shown as they were.`,
      }

function suspended({ until, keepsEvents }: DecisionRow): Wording {
  const end = until ? suspensionEnd(until) : ''
  const ofEvents = keepsEvents ? 'Your events stay as they are.' : 'Your events are not shown until then.'
  return {
    heading: 'Your account is suspended',
    sentence: `Your account is suspended until ${end}. Until then you can only log in, read, give bookings back, download your data, delete your account and object. ${ofEvents} Afterwards everything is as it was. You don’t need to do anything.`,
  }
}

export function statementWords(row: DecisionRow, name: Text): Wording {
  switch (row.act) {
    case 'hide':
      return {
        heading: 'Your event is no longer shown',
        sentence: say`Your event “${name}” is no longer shown on ${SITE.name}: nobody can find or book it. People who’ve booked keep their bookings. We’ve let them know, in neutral words, that it isn’t shown.`,
      }
    case 'ask':
      return {
        heading: 'Please change your event',
        sentence: say`Please change your event “${name}”. It is still shown, and nothing else happens for now.`,
      }
    case 'hide-account':
      return {
        heading: 'Your events are no longer shown',
        sentence: `All of your events are no longer shown on ${SITE.name}: nobody can find or book them. Until we reverse this, it also applies to events you publish from now on.`,
      }
    case 'suspend':
      return suspended(row)
    case 'restore':
      return restored(row, name)
    case 'block-domain':
      return {
        heading: 'A website that you link to is blocked',
        sentence: say`Links to ${name} can no longer be used on ${SITE.name}, and those in your events are plain text now. People with the link can still see and book these events, but they’re not listed. Remove the link and they’re listed again straight away.`,
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
    ? 'The person concerned objected to our decision, and we’ve reversed it.'
    : 'The person concerned objected to our decision, and it stands.'
}
