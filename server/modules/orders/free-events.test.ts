// What a free event costs because others are paid: nothing.
import { expect, test } from 'vitest'
import { costOf } from '../../test-support/cost-of.ts'
import { world } from '../../test-support/world.ts'

test('no statement about a free event asks about orders, while its places are booked, given back and waited for', async () => {
  const w = await world()
  const { id: eventId } = await w.event(await w.person(), { capacity: 2, maxPerPerson: 4 })
  const emailConfirmedAt = new Date()
  const [nora, ben] = [await w.person({ emailConfirmedAt }), await w.person({ emailConfirmedAt })]
  const texts: string[] = []
  const note = async <T>(act: () => Promise<T>): Promise<T> => {
    const { result, cost } = await costOf(act)
    texts.push(...cost.texts)
    return result
  }
  const params = { eventId }
  const { id: ticketId } = await note(() => nora.api.tickets.book({ body: { eventId, numberOfTickets: 2 } }))
  await note(() => ben.api.waitingList.join({ params, body: { numberOfTickets: 2 } }))
  await note(() => nora.api.tickets.return({ params: { ticketId }, body: { numberOfTickets: 1 } }))
  await note(() => nora.api.tickets.undoReturn({ params: { ticketId }, headers: {} }))
  expect(texts.some((text) => /\bbook_places\b/.test(text))).toBe(true)
  expect(texts.filter((text) => /\b(orders|payments|refunds|money_entries)\b/.test(text))).toEqual([])
})
