// What the texts have to claim (docs/product/screens.md#information-pages), wherever in them it is.
import { expect, test } from 'vitest'
import { about } from './about.ts'
import { cookies } from './cookies.ts'
import { faq } from './faq.ts'
import { help } from './help.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'
import { FEATURE_NAMES, type FeatureName } from '../../contract/features.ts'
import { saidWith, type Block, type Text } from './types.ts'

const words = (content: unknown) => JSON.stringify(content)
const titles = (page: { sections: { title: string }[] }) => page.sections.map(({ title }) => title)

test('about promises one place for everything, from Ireland, under the GDPR', () => {
  const text = words(about)
  expect(text).toContain('Ticketing, social scheduling, email marketing, analytics and community')
  for (const claim of ['GDPR', 'based in Ireland', 'card and wallet payments', 'Mobile apps'])
    expect(text).toContain(claim)
})

test('help speaks of payouts in 3-7 business days, ratings of 1 to 5 stars, and Creators and Customers', () => {
  const text = words(help)
  for (const claim of ['3-7 business days', '1 to 5 stars', 'Am I a Creator or a Customer?', 'Continue with Google'])
    expect(text).toContain(claim)
})

test('the text about signing up offers a choice of Creator or Customer, email verification and a social account', () => {
  const text = words(help)
  for (const claim of ['Choose Creator or Customer when you sign up', 'verify your email address', 'social account'])
    expect(text).toContain(claim)
  expect(text).not.toMatch(/(Creator|Customer|verif)[^.]*coming/i)
})

test('the questions speak of payouts 3-5 business days after the event', () => {
  expect(words(faq)).toContain('3-5 business days after the event')
})

test('the terms are for people of 18 or older, under the laws of Ireland', () => {
  expect(words(terms)).toContain('You must be 18 or older')
  expect(words(terms)).toContain('governed by the laws of Ireland')
})

test('the privacy policy has its twelve sections, and keeps nothing of children under 16', () => {
  expect(titles(privacy)).toEqual([
    'Introduction',
    'Information We Collect',
    'How We Use',
    'How We Share',
    'Cookies',
    'Data Retention',
    'Your Privacy Rights',
    'Data Security',
    "Children's Privacy",
    'International Transfers',
    'Changes',
    'Contact Us',
  ])
  expect(words(privacy)).toContain('children under 16')
})

test('the cookie policy has its ten sections', () => {
  expect(titles(cookies)).toEqual([
    'Introduction',
    'What Are Cookies',
    'Types',
    'Duration',
    'Third-Party Cookies',
    'How We Use Cookies',
    'Managing Preferences',
    'Cookies and Privacy',
    'Changes',
    'Contact Us',
  ])
})

test('all legal pages were last updated on the same day', () => {
  for (const page of [terms, privacy, cookies]) expect(page.lastUpdated).toBe('April 5, 2025')
})

/** In a sentence that calls it coming while it is off; null: no page says that. A new feature has to choose. */
const TOPICS: Record<FeatureName, RegExp | null> = {
  'paid-events': /[Pp]aid events/,
  search: /\bsearch\b/,
  filters: /\bfilters\b/,
  recommended: /recommendations/,
  sharing: /Share button/,
  favourites: /favourites/,
  'profile-photo': /photo/,
  address: /postal address/,
  'two-factor': /Two-factor/,
  'social-settings': /[Ss]ocial (scheduling|Settings)|Facebook/,
  emailers: /[Ee]mailers/,
  surveys: /[Ss]urveys/,
  nearby: /by distance/,
  settings: /switches for preference/,

  popular: null,
  featured: null,
  'past-bookings': null,
  'contact-form': null,
}

/** What nobody can switch on. */
const NOT_BUILT = /[Mm]obile apps|Ratings|what isn’t ready says|finished is marked|Some features are marked/

const textsIn = (block: Block): Text[] =>
  block.kind === 'paragraph' ? [block.text] : block.kind === 'list' ? block.items : []

/** Sentences that call something coming, with these features on. */
function promises(features: string[]): string[] {
  const texts = [
    ...[...help.sections, ...faq.categories].flatMap(({ questions }) =>
      questions.flatMap(({ answer }) => answer.flatMap(textsIn)),
    ),
    ...about.features.map(({ text }) => text),
    ...[terms, privacy, cookies].flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks.flatMap(textsIn))),
  ]
  return texts
    .map((text) => saidWith(features, text).map((piece) => (typeof piece === 'string' ? piece : piece.text)))
    .flatMap((pieces) => pieces.join('').split(/(?<=[.?])\s+(?!Social Settings will)/))
    .filter((sentence) => /[Cc]oming soon|on (its|their) way|not there yet|no button/.test(sentence))
}

test.each(Object.entries(TOPICS).flatMap(([feature, topic]) => (topic ? [[feature, topic] as const] : [])))(
  'no page of texts calls %s coming while it is on',
  (feature, topic) => {
    expect(promises([]).filter((sentence) => topic.test(sentence))).not.toEqual([])
    expect(promises([feature]).filter((sentence) => topic.test(sentence))).toEqual([])
  },
)

test('with all features on, only what is not built is called coming', () => {
  expect(promises([...FEATURE_NAMES]).filter((sentence) => !NOT_BUILT.test(sentence))).toEqual([])
})

test('nothing that everybody has is called coming', () => {
  const everyday = /cancel|waiting list|door|[Mm]essages|statistics|analytics|Manage|data|[Rr]eport/
  expect(
    promises([]).filter(
      (sentence) => everyday.test(sentence) && !/statistics are here|switches for preference/.test(sentence),
    ),
  ).toEqual([])
})

test.each([
  ['cancelling', /press “Can’t come”/],
  ['giving back by email', /without logging in/],
  ['the waiting list', /Join the waiting list/],
  ['the door', /Manage, under Door/],
  ['booking by email', /name and email address/],
  ['approval', /Ask for a place/],
  ['questions', /eight questions/],
  ['a place for a friend', /Send a place/],
  ['cancelling an event', /cancel it, postpone it|Manage, under Event/],
])('help and the questions both speak of %s', (_topic, expected) => {
  expect([words(help), words(faq)].filter((text) => !expected.test(text))).toEqual([])
})
