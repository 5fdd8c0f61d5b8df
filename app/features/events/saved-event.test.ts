import { expect, test } from 'vitest'
import { readSaved, savedState, whatsAppLink } from './saved-event.ts'

const saved = { id: 12, title: 'Fiddle Night', isDraft: false }

test('the list is told of the event that was just saved, and of nothing else', () => {
  expect(readSaved(savedState(saved))).toEqual(saved)
  for (const state of [null, undefined, 7, {}, { openLogin: true }, { saved: {} }, { saved: { ...saved, id: '12' } }])
    expect(readSaved(state)).toBeNull()
})

test('a WhatsApp message carries title and link, whatever signs are in them', () => {
  const link = whatsAppLink('Tea & Cake #2', 'https://hooley.example/events/12')
  expect(new URL(link).searchParams.get('text')).toBe('Tea & Cake #2\nhttps://hooley.example/events/12')
})
