import { describe, expect, test } from 'vitest'
import { messages } from '../../../contract/messages.ts'
import { fieldAtFault } from '../../lib/field-at-fault.ts'
import { newPasswordProblem } from '../../lib/new-password.ts'
import { loginProblem, signupProblem } from './validation.ts'

const NORA = {
  firstName: 'Nora',
  lastName: 'Byrne',
  email: 'nora@example.org',
  password: 'secret',
  confirmPassword: 'secret',
  acceptsTerms: true,
}

test('login needs an email and a password', () => {
  expect(loginProblem(NORA)).toBeNull()
  expect(loginProblem({ ...NORA, email: '  ' })).toBe('Please fill in all fields')
  expect(loginProblem({ ...NORA, password: '' })).toBe('Please fill in all fields')
})

describe('signup', () => {
  test('takes a form that is filled in', () => {
    expect(signupProblem(NORA)).toBeNull()
  })

  test.each(['firstName', 'lastName', 'email', 'password', 'confirmPassword'])('needs %s', (field) => {
    expect(signupProblem({ ...NORA, [field]: '' })).toBe('Please fill in all fields')
  })

  test('first says that something is empty, then too short, then different, then the terms', () => {
    const wrong = { ...NORA, lastName: '', password: 'short', confirmPassword: 'other', acceptsTerms: false }
    expect(signupProblem(wrong)).toBe('Please fill in all fields')
    expect(signupProblem({ ...wrong, lastName: 'B' })).toBe('Password must be at least 6 characters long')
    expect(signupProblem({ ...wrong, lastName: 'B', password: 'longer' })).toBe('Passwords do not match')
    expect(signupProblem({ ...NORA, acceptsTerms: false })).toBe(
      'Please accept the Terms of Service and Privacy Policy',
    )
  })
})

test('a new password is confirmed first and long enough second', () => {
  expect(newPasswordProblem('short', 'other')).toBe('Passwords do not match')
  expect(newPasswordProblem('short', 'short')).toBe('Password must be at least 6 characters long')
  expect(newPasswordProblem('secret', 'secret')).toBeNull()
})

test('the field that a problem means is marked, also when the server names it', () => {
  const fields = {
    firstName: 'Nora',
    lastName: ' ',
    email: '',
    password: 'x',
    confirmPassword: '',
    acceptsTerms: false,
  }
  expect(fieldAtFault(messages.fillAllFields, fields)).toBe('lastName')
  expect(fieldAtFault(messages.passwordTooShort, fields)).toBe('password')
  expect(fieldAtFault(messages.passwordTooShort, { newPassword: 'x', confirmPassword: 'x' })).toBe('newPassword')
  expect(fieldAtFault(messages.passwordsDoNotMatch, fields)).toBe('confirmPassword')
  expect(fieldAtFault(messages.acceptTerms, fields)).toBe('acceptsTerms')
  expect(fieldAtFault('An account with this email already exists', fields)).toBe('email')
  expect(fieldAtFault('Invalid email or password', fields)).toBe('password')
  expect(fieldAtFault(messages.networkError, fields)).toBeNull()
})
