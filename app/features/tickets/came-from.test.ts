import { expect, test } from 'vitest'
import { cameFromOf } from './came-from.ts'

const url = 'https://hooley.example/events/7'

test('a booking says which site led to it, by its host alone', () => {
  expect(cameFromOf({ url, referrer: 'https://news.example/what/who-read?it=1' })).toEqual({ site: 'news.example' })
  expect(cameFromOf({ url, referrer: 'https://hooley.example/' })).toBeUndefined()
  expect(cameFromOf({ url, referrer: '' })).toBeUndefined()
  expect(cameFromOf({ url, referrer: 'android-app://com.example/' })).toBeUndefined()
})

test('and what the address that it began at says of a campaign, cut short', () => {
  const campaign = `${url}?utm_source=letter&utm_medium=email&utm_campaign=${'x'.repeat(300)}&utm_id=9&name=Nora`
  expect(cameFromOf({ url: campaign, referrer: '' })).toEqual({
    source: 'letter',
    medium: 'email',
    campaign: 'x'.repeat(200),
  })
})

test('who comes back from a sign-in elsewhere came from nowhere', () => {
  const back = 'https://hooley.example/auth/google/callback?code=1&utm_source=x'
  expect(cameFromOf({ url: back, referrer: 'https://accounts.example/' })).toBeUndefined()
})
