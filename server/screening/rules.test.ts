import { expect, test } from 'vitest'
import { blockedDomains } from './domains.ts'
import type { Facts } from './facts.ts'
import { RULES, scoreOf } from './rules.ts'

const NOW = new Date('2026-11-16T12:00:00Z')

const ORDINARY: Facts = {
  title: 'Fiddle Night at the Cobblestone',
  description: 'Bring a fiddle. The bar is open, doors at 19:30, and the session ends when the last bus goes.',
  venue: 'The Cobblestone, Smithfield, Dublin',
  artistDescription: null,
  organizerDescription: 'We have run sessions since 1998. More at https://cobblestone.example/sessions.',
  bookingUrl: null,
  creator: { createdAt: new Date('2026-01-01T00:00:00Z'), isConfirmed: true },
  madeThatHour: 1,
  othersWithTitle: 0,
  blocked: blockedDomains(['evil-tickets.example', 'modem.example']),
  now: NOW,
}

type Change = Partial<Facts>
const description = (text: string): Change => ({ description: text })
const title = (text: string): Change => ({ title: text })

/** For each rule: what it is there for, and what looks like it and is harmless. */
const EXAMPLES: Record<string, { real: Change[]; harmless: Change[] }> = {
  'blocked-link': {
    real: [
      description('Tickets at https://evil-tickets.example/buy'),
      description('See shop.evil-tickets.example for more'),
      description('https://www.google.com/url?q=https%3A%2F%2Fevil-tickets.example%2Fbuy'),
      description('Tickets: evil-tickets[.]example'),
      { organizerDescription: 'evil-ticketѕ.example' },
    ],
    harmless: [
      description('Tickets at https://not-evil-tickets.example/buy'),
      description('Tickets at https://evil-tickets.example.org/'),
      description('Nothing here is an evil ticket.example'),
    ],
  },
  'near-blocked-link': {
    real: [description('Tickets at https://evi1-tickets.example'), description('Tickets at eviltickets.example')],
    harmless: [description('Read https://modular.example first'), description('https://tickets.example/evil')],
  },
  'disguised-link': {
    real: [description('Sign in at https://раypal.com first'), description('Go to аррӏе.com')],
    harmless: [
      description('Programme: https://президент.рф'),
      description('Programme: https://münchen.example and https://αθήνα.gr'),
    ],
  },
  'link-first': {
    real: [
      description('👉 https://win.example/now Free phones for the first hundred!'),
      title('Cheap meds at pills24.shop'),
      description('www.casino.example is where it happens'),
    ],
    harmless: [
      title('St.Patrick’s Day with D.J.Khaled'),
      description('Dr.Strangelove on the big screen. Trailer: https://films.example/strangelove'),
      description('8.Bring a chair.'),
    ],
  },
  'promises-money': {
    real: [
      description('Guaranteed daily profits from our trading robot.'),
      description('Earn up to £500 per day from home'),
      description('To keep your seat, send 0.01 BTC to the address below.'),
    ],
    harmless: [
      description('Bitcoin: a history. A talk about money, income and returns, with questions.'),
      description('A guaranteed good night. All income goes to the lifeboats.'),
      description('Pay what you can at the door, or by card.'),
    ],
  },
  'same-title-elsewhere': { real: [{ othersWithTitle: 2 }], harmless: [{ othersWithTitle: 1 }] },
  'number-link': {
    real: [description('Sign up at http://203.0.113.7/form'), description('Sign up at http://0xcb.0.0x71.7/')],
    harmless: [
      description('Bring your laptop with version 10.2.14.3 installed'),
      description('Sign up at http://203.0.113.7.example/form'),
    ],
  },
  'many-an-hour': { real: [{ madeThatHour: 6 }], harmless: [{ madeThatHour: 5 }] },
  'short-link': {
    real: [description('Register: https://bit.ly/3xYzAbC'), description('Register: tinyurl.com/hooley')],
    harmless: [
      description('Register: https://orbit.ly/sessions'),
      description('Watch https://youtu.be/dQw4w9WgXcQ'),
      description('https://cobblestone.example/bit.ly'),
    ],
  },
  'passed-on-link': {
    real: [
      description('See https://out.example/go?to=https://casino.example/win'),
      description('https://web.archive.org/web/2026/https://casino.example/'),
      description('https://casino-example.translate.goog/win'),
      description('https://out.example/?u=aHR0cHM6Ly9jYXNpbm8uZXhhbXBsZS93aW4='),
    ],
    harmless: [
      description('See https://maps.google.com/?q=The+Cobblestone,+Dublin'),
      description('See https://pub.example/login?next=https://www.pub.example/book'),
      description('See https://pub.example/menu?from=flyer.pdf'),
    ],
  },
  'unseen-letters': {
    real: [description('Cheap v\u200bi\u200ba\u200bg\u200br\u200ba')],
    harmless: [title('Family day 👩\u200d👩\u200d👧 at the park'), description('نمی\u200cخواهم')],
  },
  'unconfirmed-address': {
    real: [{ creator: { ...ORDINARY.creator, isConfirmed: false } }],
    harmless: [{ creator: { ...ORDINARY.creator, isConfirmed: true } }],
  },
  'phone-number': {
    real: [
      description('WhatsApp +44 7700 900123 for a table'),
      description('Ring 087 123 4567'),
      description('Call (01) 555 01234 after six'),
    ],
    harmless: [
      description('From 01.05.2026 to 15.05.2026, 19:30 to 23:00, room 012'),
      description('ISBN 978-0-14-118280-3, Eircode D07 TN88, 2026-05-01 20:00'),
      description('Session 1 0 - 3 year olds, 20 places at £12.50'),
      description('https://pub.example/events/0871234567'),
    ],
  },
  'shouted-title': {
    real: [title('FREE MONEY!!! CLICK NOW $$$')],
    harmless: [title('ABBA!!'), title('DJ AOIFE AT NCAD'), title('Céilí in the Park! All welcome!')],
  },
  'new-account': {
    real: [{ creator: { ...ORDINARY.creator, createdAt: new Date(NOW.getTime() - 86_399_000) } }],
    harmless: [{ creator: { ...ORDINARY.creator, createdAt: new Date(NOW.getTime() - 86_400_000) } }],
  },
}

const heldBy = (change: Change) => scoreOf({ ...ORDINARY, ...change }).reasons.map(({ rule }) => rule)

test('every rule has a real example and a harmless one that looks alike', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted())
  for (const [rule, { real, harmless }] of Object.entries(EXAMPLES))
    expect([rule, real.length > 0 && harmless.length > 0]).toEqual([rule, true])
})

const each = (kind: 'real' | 'harmless') =>
  Object.entries(EXAMPLES).flatMap(([rule, examples]) =>
    examples[kind].map((change) => [rule, Object.values(change).map(String).join(), change] as const),
  )

test.each(each('real'))('%s is held against: %s', (rule, _words, change) => {
  expect(heldBy(change)).toContain(rule)
})

test.each(each('harmless'))('%s is not held against: %s', (rule, _words, change) => {
  expect(heldBy(change)).not.toContain(rule)
})

test('an ordinary event has the score 0, also with a link in the middle of its text', () => {
  expect(scoreOf(ORDINARY)).toEqual({ score: 0, reasons: [] })
})

test.each(['a', 'a.', 'a@', 'a:', 'a-', 'a..', '1', '0 1-', '!', '[dot', ' ', 'https://a.example/?u=', 'a.example&u='])(
  'ten thousand letters of %j take no time that anybody notices',
  (letters) => {
    const text = `https://x.example/?u=${letters.repeat(10_000 / letters.length)}`
    expect(scoreOf({ ...ORDINARY, title: 'x', description: text, organizerDescription: text.slice(21) })).toBeTruthy()
  },
)

test('the score is the sum of the weights, and says what it is made of, the heaviest first', () => {
  const { score, reasons } = scoreOf({ ...ORDINARY, ...description('https://bit.ly/x Ring 087 123 4567') })
  expect(reasons.map(({ rule }) => rule)).toEqual(['link-first', 'short-link', 'phone-number'])
  expect(score).toBe(6)
  for (const { sentence } of reasons) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
