import { expect, test, vi } from 'vitest'
import { ERROR_CODE_HEADER } from '../../../contract/api-error.ts'
import type { OpenSurvey } from '../../../contract/surveys.ts'
import { findKey, keyFor } from './kept-keys.ts'
import { sendAnswers } from './send-answers.ts'

const survey: OpenSurvey = {
  id: 7,
  kind: 'post-event',
  anonymous: true,
  organiser: 'Cora B.',
  version: 3,
  questions: [],
  isAnswered: false,
  closesAt: '2026-05-28T15:00:00.000Z',
}
const BALLOT = { ballot: 'A'.repeat(43) }

const refusal = (code: string) =>
  Response.json({ message: code }, { status: 409, headers: { [ERROR_CODE_HEADER]: code } })

/** The server gives a ballot each time, and answers the sheets with these. Returns what was sent. */
function answering(...sheets: Response[]) {
  const sent: { key: string | null; body: unknown }[] = []
  vi.stubGlobal('fetch', (address: string, { headers, body }: RequestInit) => {
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) as unknown })
    return Promise.resolve(address.endsWith('/ballot') ? Response.json(BALLOT) : sheets.shift())
  })
  return sent
}

const send = (ticketId: number) => sendAnswers({ survey, ticketId, answers: [['5']] })

test('answers that got lost are sent with the same ballot, had again by the key that the device kept', async () => {
  const sent = answering(new Response(null, { status: 500 }), new Response(null, { status: 204 }))
  await expect(send(12)).rejects.toMatchObject({ status: 500 })
  expect(findKey(7, 12)).toBe(sent[0]!.key)
  await send(12)
  const sheet = { key: null, body: { ...BALLOT, version: 3, answers: [['5']] } }
  expect(sent).toEqual([sent[0], sheet, sent[0], sheet])
  expect(findKey(7, 12)).toBeUndefined()
})

test('answers that had arrived, of which only the reply was lost, count as sent; another refusal does not', async () => {
  answering(refusal('ballot_used'), refusal('questions_changed'))
  await send(13)
  expect(findKey(7, 13)).toBeUndefined()
  await expect(send(14)).rejects.toMatchObject({ code: 'questions_changed' })
  expect(findKey(7, 14)).toBeDefined()
})

test('keys of surveys that were begun and left do not fill the device', () => {
  for (let n = 0; n < 50; n++) keyFor(8, n)
  expect(findKey(8, 49)).toBeDefined()
  expect(findKey(8, 20)).toBeUndefined()
})
