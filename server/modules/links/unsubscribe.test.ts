import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICE_NAMES, type Notice } from '../../../contract/notices.ts'
import { signLink } from '../../access/mail-links.ts'
import type { MailKind } from '../../mail/mail.ts'
import type { Letter } from '../../mail/letter.ts'
import { message } from '../../mail/message.ts'
import { mailOf } from '../../mail/unconfirmed.ts'
import { asNotice } from '../../notices/unsubscribe.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let nora: Person

beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

async function mailAbout(notice: Notice | undefined, person: Person) {
  const written: Letter = { to: person.email, subject: 'Hello', preview: '', heading: 'Hello', blocks: [] }
  const kind: MailKind = { render: () => Promise.resolve(written), priority: 20, notice }
  const { publicUrl } = w.deps.config
  const row = { now: new Date(), id: 1, kind: 'x', payload: {}, userId: person.id, ticketId: null }
  const letter = await asNotice(kind, w.deps.secrets).render(w.deps.db, row)
  return letter && mailOf(letter, { publicUrl })
}

const wantsOffers = async (person: Person) =>
  (await person.api.notices.get()).notices.find(({ notice }) => notice === 'offer')?.mail

/** As a mail program sends it. */
const press = (url: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  w.app.inject({ method: 'POST', url: new URL(url).pathname, payload, headers: { 'content-type': type } })

test('a mail about a notice has a button of one click, which ends such mails and nothing else', async () => {
  nora = await w.person()
  const mail = (await mailAbout('offer', nora))!
  const { headers } = message(mail, 'Hooley <a@b.example>', '<1@x>')
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  const answer = await press(mail.unsubscribeUrl!)
  expect([answer.statusCode, answer.body]).toEqual([200, 'You won’t get these emails any more.\n'])
  expect(await wantsOffers(nora)).toBe(false)
  expect(await mailAbout('offer', nora)).toBeNull()
  expect(await mailAbout('message', nora)).not.toBeNull()
  // Again, and as the other kind of form.
  const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--'
  expect((await press(mail.unsubscribeUrl!, part, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
})

test('opening its address changes nothing and leads to the page that asks', async () => {
  const person = await w.person()
  const { unsubscribeUrl } = (await mailAbout('offer', person))!
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await w.app.inject({ method, url: new URL(unsubscribeUrl!).pathname })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toMatch(/^\/links\/[\w-]{34}$/)
  }
  for (const body of ['', 'a=b', 'One-Click']) expect((await press(unsubscribeUrl!, body)).statusCode).toBe(400)
  expect(await wantsOffers(person)).toBe(true)
})

test('the link below the letter leads to the same page, in HTML and in plain text', async () => {
  const mail = (await mailAbout('offer', await w.person()))!
  const page = /http:\/\/localhost:3000\/links\/[\w-]{34}/.exec(mail.text)![0]
  expect(mail.html).toContain(`href="${page}"`)
  expect(mail.text).toContain('Unsubscribe from emails about places on your waiting lists')
})

test('mails that have no notice, and those that nobody should miss, have no such link', async () => {
  const person = await w.person()
  for (const notice of [undefined, 'change', 'cancellation'] as const) {
    const mail = (await mailAbout(notice, person))!
    expect(mail.unsubscribeUrl).toBeUndefined()
    expect(mail.text).not.toContain('/links/')
  }
})

test('the buttons of the page end and bring back, as often as they are pressed', async () => {
  const person = await w.person()
  const token = new URL((await mailAbout('offer', person))!.unsubscribeUrl!).pathname.split('/').at(-1)!
  for (let times = 0; times < 2; times++)
    expect(await w.visitor.links.unsubscribe({ params: { token } })).toEqual({
      purpose: 'unsubscribe',
      from: 'places on your waiting lists',
      isUnsubscribed: true,
    })
  expect(await wantsOffers(person)).toBe(false)
  expect(await w.visitor.links.resubscribe({ params: { token } })).toMatchObject({ isUnsubscribed: false })
  expect(await wantsOffers(person)).toBe(true)
})

test('a link of another purpose, of a notice that does not exist or of nobody ends nothing', async () => {
  const person = await w.person()
  const sign = (fields: object) =>
    signLink(w.deps.secrets, {
      purpose: 'unsubscribe',
      userId: person.id,
      email: person.email,
      subjectId: 3,
      ...fields,
    })
  const wrong = [
    sign({ purpose: 'address' }),
    sign({ subjectId: 0 }),
    sign({ subjectId: NOTICE_NAMES.length + 1 }),
    sign({ email: 'other@example.org' }),
    'A'.repeat(34),
    'x',
  ]
  for (const token of wrong) {
    await expect(w.visitor.links.unsubscribe({ params: { token } })).rejects.toMatchObject({ code: 'link_invalid' })
    expect((await press(`http://localhost/unsubscribe/${token}`)).statusCode).toBe(404)
  }
  expect((await press(`http://localhost/unsubscribe/${sign({})}`, 'x'.repeat(5_000))).statusCode).toBe(413)
  expect(await wantsOffers(person)).toBe(true)
})
