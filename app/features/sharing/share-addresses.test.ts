import { expect, test } from 'vitest'
import { mailAddress, whatsAppAddress } from './share-sheet.tsx'

const url = 'https://hooley.example/events/12'

test('a title of any kind arrives whole, and adds nothing to the mail', () => {
  for (const title of [
    'Fish & Chips? #1',
    'a%0d%0aBcc: x@example.org',
    'a\r\nBcc: x@example.org',
    'Céilí 💃',
    '\uD800',
  ]) {
    const mail = new URL(mailAddress(title, url))
    expect([...mail.searchParams.keys()]).toEqual(['subject', 'body'])
    expect(mail.searchParams.get('subject')).toBe(title.toWellFormed())
    expect(mail.searchParams.get('body')).toBe(`${title.toWellFormed()}\r\n${url}`)
    const message = new URL(whatsAppAddress(title, url))
    expect(message.origin).toBe('https://wa.me')
    expect([...message.searchParams]).toEqual([['text', `${title.toWellFormed()} ${url}`]])
  }
})
