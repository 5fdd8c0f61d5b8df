// What an address that nobody has confirmed may be sent, for every kind of email there is.
import { expect, test } from 'vitest'
import { mails } from '../db/schema/mails.ts'
import { mailsOfEveryKind } from '../test-support/mails-of-every-kind.ts'
import { world, type World } from '../test-support/world.ts'
import type { Mail } from './mail.ts'
import { gatherForUnconfirmed, WORDS_A_DAY } from './unconfirmed.ts'

const LINK = 'evil.example'
const SENTENCE = 'Pay the invoice at once'
const WORDS = `${SENTENCE} at https://${LINK}/pay`

const allOf = ({ subject, html, text, attachments = [] }: Mail) =>
  [subject, html, text, ...attachments.map(({ content }) => String(content).replaceAll('\r\n ', ''))].join('\n')

type Reader = { isConfirmed: boolean; isWordless?: boolean }

async function kindsNaming(what: string, reader: Reader, w?: World) {
  const sent = await mailsOfEveryKind(w ?? (await world()), { ...reader, words: WORDS })
  return [...sent].filter(([, mail]) => allOf(mail).includes(what)).map(([kind]) => kind)
}

// To ourselves.
const OURS = 'contact-message'

test('nothing that somebody wrote takes a link to an address that nobody has confirmed', async () => {
  expect(await kindsNaming(LINK, { isConfirmed: false })).toEqual([OURS])
})

test('nor any word of it, once it has had as many as a day allows', async () => {
  expect(await kindsNaming(SENTENCE, { isConfirmed: false, isWordless: true })).toEqual([OURS])
})

// Counted by the address that was typed in (server/mail/may-send.ts).
const TO_TYPED_ADDRESSES = 'guest-ticket'

test('and every kind that carries words to an account counts among those of a day', async () => {
  const w = await world()
  const kinds = await kindsNaming(SENTENCE, { isConfirmed: false }, w)
  const { id: userId } = await w.person()
  const sent = { kind: 'booking', userId, payload: {}, priority: 0, status: 'sent', sentAt: new Date() } as const
  await w.deps.db.insert(mails).values(Array.from({ length: WORDS_A_DAY }, () => sent))
  const uncounted: string[] = []
  for (const kind of kinds) {
    const decision = await gatherForUnconfirmed(w.deps.db, { id: 1, kind, userId, ticketId: null, payload: {} })
    if (decision.is === 'now' && !decision.withoutWords) uncounted.push(kind)
  }
  expect(uncounted.toSorted()).toEqual([OURS, TO_TYPED_ADDRESSES])
})

test('a confirmed address gets all of it', async () => {
  const told = await kindsNaming(LINK, { isConfirmed: true })
  expect(told).toEqual(
    expect.arrayContaining(['booking', 'offer', 'question', 'guest-message', 'event-change', 'taken-back']),
  )
})

const TITLE = 'Oíche Cheoil'

test('whatever names an event says in which language its title is', async () => {
  const sent = await mailsOfEveryKind(await world(), { isConfirmed: true, title: { title: TITLE, language: 'ga' } })
  const bodies = [...sent].map(([kind, { html }]) => [kind, html.slice(html.indexOf('<h1'))] as const)
  const naming = bodies.filter(([, body]) => body.includes(TITLE))
  expect(naming.length).toBeGreaterThan(20)
  const inIrish = new RegExp(`<[^>]* lang="ga"[^>]*>${TITLE}`, 'g')
  const silent = naming.filter(([, body]) => body.replace(inIrish, '').includes(TITLE))
  expect(silent.map(([kind]) => kind)).toEqual([])
})

test('a title that is written from right to left leaves the words around it where they are', async () => {
  const title = 'ערב של שירים'
  const sent = await mailsOfEveryKind(await world(), { isConfirmed: true, title: { title } })
  const { html } = sent.get('question')!
  expect(html).toContain(`>A question about <bdi>${title}</bdi></h1>`)
  // By itself it has the direction of its own letters.
  expect(sent.get('booking')!.html).toMatch(new RegExp(`<td class="ink line" dir="auto"[^>]*>${title}</td>`))
})
