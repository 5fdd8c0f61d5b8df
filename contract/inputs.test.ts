// What calls take and refuse where a rule is more than a type.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from './api.ts'
import { personName } from './auth.ts'
import { isFeatureName } from './features.ts'
import { TEXT } from './limits.ts'
import { linkState } from './mail-links.ts'
import { calls as waitingList } from './waiting-list.ts'

// Each of these calls has one; what a call may have is optional to the types.
const listQuery = api.events.list.query!
const typeaheadQuery = api.events.typeahead.query!
const bookingBody = api.tickets.book.body!
const profileBody = api.users.updateProfile.body!
const wishBody = waitingList.join.body!

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null

/** Replies that have this, and not that, in an object of theirs. */
function repliesWith(has: string, without: string): string[] {
  const lacks = (schema: unknown): boolean => {
    const { shape, element, items, options, innerType, in: input } = (schema as Schema)._zod.def
    const inner = [...Object.values(shape ?? {}), ...(items ?? []), ...(options ?? []), element, innerType, input]
    return (shape && has in shape && !(without in shape)) || inner.some((one) => one !== undefined && lacks(one))
  }
  return Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, { reply }]) => (lacks(reply) ? [`${noun}.${name}`] : [])),
  )
}

interface Schema {
  _zod: {
    def: {
      shape?: Record<string, unknown>
      element?: unknown
      items?: unknown[]
      options?: unknown[]
      innerType?: unknown
      in?: unknown
    }
  }
}

test('every reply that has an event’s title has room for its language', () => {
  // oEmbed has the fields of its standard. What is looked at before an import has no language yet.
  expect(repliesWith('title', 'language')).toEqual(['embeds.oembed', 'imports.events'])
})

test('a name carries no link, and one that is too long is refused for that', () => {
  expect(messageOf(personName, 'Nora Byrne')).toBeNull()
  expect(messageOf(personName, 'go to evil.example')).toBe('must not contain a web address')
  const longest = 'x'.repeat(TEXT.name - 8)
  expect(messageOf(personName, `${longest} evil.co`)).toBe('must not contain a web address')
  expect(messageOf(personName, `${longest} www.evil.example`)).toMatch(/^must have at most/)
})

test('a place on the globe is two numbers that are on it', () => {
  const near = (value: string) => {
    const { data, error } = listQuery.safeParse({ near: value })
    return error ? error.issues[0]?.message : data?.near
  }
  expect(near('53.35,-6.26')).toEqual({ lat: 53.35, lng: -6.26 })
  expect(near('90,180')).toEqual({ lat: 90, lng: 180 })
  expect(near('-90,-180')).toEqual({ lat: -90, lng: -180 })
  for (const value of ['90.1,0', '0,180.1', '53.35', 'a,b', '53.35,-6.26,1'])
    expect(near(value)).toBe('must be lat,lng')
})

test('ids of events are numbers, those that no event can have are left out', () => {
  const ids = (value: string) => listQuery.parse({ ids: value }).ids
  expect(ids('1,22,2147483647')).toEqual([1, 22, 2_147_483_647])
  expect(ids('7,2147483648,9999999999')).toEqual([7])
  for (const value of ['', '1,,2', 'a', '1, 2']) expect(messageOf(listQuery, { ids: value })).not.toBeNull()
})

test('what is typed ahead is looked for without NUL', () => {
  expect(typeaheadQuery.parse({ q: ' fid\u0000dle ' }).q).toBe('fiddle')
  expect(messageOf(typeaheadQuery, { q: '  ' })).toBe('Search query is required')
})

test('a booking names its event, and says so first when it does not', () => {
  const booking = (eventId: unknown) => messageOf(bookingBody, { eventId, numberOfTickets: 1 })
  expect([7, '7'].map(booking)).toEqual([null, null])
  for (const missing of [undefined, null, '']) expect(booking(missing)).toBe('Event ID is required')
  expect(booking('seven')).toBe('must be a whole number')
})

test('a phone number has digits and separators, a picture of a person is a web address', () => {
  const profile = (change: object) => messageOf(profileBody, { firstName: 'N', lastName: 'B', ...change })
  expect(profile({ phoneNumber: '+353 (0)1 234-56/7.8' })).toBeNull()
  expect(profile({ phoneNumber: 'call me' })).toBe('must be a phone number')
  expect(profile({ phoneNumber: '1 call' })).toBe('must be a phone number')
  for (const profilePictureUrl of ['', 'http://a.example/a.jpg', 'https://a.example/a.jpg'])
    expect(profile({ profilePictureUrl })).toBeNull()
  for (const profilePictureUrl of ['javascript:alert(1)', 'x https://a.example/a.jpg'])
    expect(profile({ profilePictureUrl })).toBe('must be a web address that starts with http')
})

test('a feature has one of the names, and no other', () => {
  expect(['search', 'flying', 'toString'].map(isFeatureName)).toEqual([true, false, false])
})

test('a wish for places takes fewer only within itself', () => {
  const wish = (change: object) => wishBody.safeParse({ numberOfTickets: 2, ...change }).error?.issues[0]
  expect([{}, { atLeast: 1 }, { atLeast: 2 }].map(wish)).toEqual([undefined, undefined, undefined])
  expect(wish({ atLeast: 3 })).toMatchObject({
    path: ['atLeast'],
    message: 'cannot be more than the places you wish for',
  })
})

test('what a mail’s link is about is told by its purpose', () => {
  expect(linkState.parse({ purpose: 'address', isConfirmed: true })).toEqual({ purpose: 'address', isConfirmed: true })
  expect(messageOf(linkState, { purpose: 'anything' })).not.toBeNull()
})
