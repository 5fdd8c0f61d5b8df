import type { EventBodyInput } from '../../contract/event-body.ts'

/** What a creator sends to publish an event, long before it begins. */
export const FIDDLE_NIGHT: EventBodyInput = {
  title: 'Fiddle Night at the Cobblestone',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  capacity: 20,
  isDraft: false,
  isVirtual: false,
  isFreeOfCharge: true,
}
