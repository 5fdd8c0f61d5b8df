import { beforeEach, expect, test } from 'vitest'
import type { Profile } from '../../../contract/users.ts'
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import { fieldsOf, keep, takeKept } from './kept-profile.ts'

const NORA: Profile = {
  id: 7,
  firstName: 'Nora',
  lastName: 'Byrne',
  email: 'nora@example.org',
  isEmailConfirmed: true,
  phoneNumber: '',
  profilePictureUrl: '',
  address: { street: '', city: '', state: '', zipCode: '', country: '' },
}
const TYPED = { ...fieldsOf(NORA), phoneNumber: '087 123' }

beforeEach(() => {
  removeStored('accountForm')
  store('token', 'a token')
})

test('what was typed is there again for the same account, also once the session has expired', () => {
  keep(NORA, TYPED)
  removeStored('token')
  expect(takeKept(NORA)).toEqual(TYPED)
})

test('somebody else finds nothing, and nothing is left of it', () => {
  keep(NORA, TYPED)
  expect(takeKept({ ...NORA, id: 8 })).toBeNull()
  expect(readStored('accountForm')).toBeNull()
})

test('what is as it was saved is not kept, and neither is anything without a session', () => {
  keep(NORA, TYPED)
  keep(NORA, fieldsOf(NORA))
  expect(readStored('accountForm')).toBeNull()
  removeStored('token')
  keep(NORA, TYPED)
  expect(readStored('accountForm')).toBeNull()
})

test.each(['{', 'null', '7', JSON.stringify({ userId: 7 }), JSON.stringify({ userId: 7, fields: { firstName: 7 } })])(
  'what is no form of ours is none: %s',
  (text) => {
    store('accountForm', text)
    expect(takeKept(NORA)).toBeNull()
  },
)
