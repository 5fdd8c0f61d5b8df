// What the texts have to claim (docs/product/screens.md#information-pages), wherever in them it is.
import { expect, test } from 'vitest'
import { about } from './about.ts'
import { cookies } from './cookies.ts'
import { faq } from './faq.ts'
import { help } from './help.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'
import { saidWith } from './types.ts'

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

test('what is switched on is nowhere called coming, and without it the texts are the base product’s', () => {
  const questions = [...help.sections, ...faq.categories].flatMap((group) => group.questions)
  const said = (features: string[]) => [
    ...questions.map(({ answer, instead }) => words(saidWith(features, answer, instead))),
    ...about.features.map(({ text, instead }) => saidWith(features, text, instead)),
  ]
  const promise =
    /(social|Social Settings|Facebook|email marketing|[Ee]mailers)[^.]*coming soon|coming soon[^.]*(Facebook)/
  expect(said([]).filter((text) => promise.test(text)).length).toBeGreaterThan(2)
  expect(said(['emailers', 'social-settings']).filter((text) => promise.test(text))).toEqual([])
})
