// What an address that nobody has confirmed may be sent, for every kind of email there is.
import { expect, test } from 'vitest'
import { mailsOfEveryKind } from '../test-support/mails-of-every-kind.ts'
import { world } from '../test-support/world.ts'
import type { Mail } from './mail.ts'

const LINK = 'evil.example'
const SENTENCE = 'Pay the invoice at once'
const WORDS = `${SENTENCE} at https://${LINK}/pay`

const allOf = ({ subject, html, text, attachments = [] }: Mail) =>
  [subject, html, text, ...attachments.map(({ content }) => String(content).replaceAll('\r\n ', ''))].join('\n')

async function kindsNaming(what: string, reader: { isConfirmed: boolean; isWordless?: boolean }) {
  const sent = await mailsOfEveryKind(await world(), { ...reader, words: WORDS })
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

test('a confirmed address gets all of it', async () => {
  const told = await kindsNaming(LINK, { isConfirmed: true })
  expect(told).toEqual(
    expect.arrayContaining(['booking', 'offer', 'question', 'guest-message', 'event-change', 'taken-back']),
  )
})
