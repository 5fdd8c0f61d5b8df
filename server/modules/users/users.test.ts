import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world } from '../../test-support/world.ts'
import { hashPassword } from '../auth/passwords.ts'

const answer = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.message] : Promise.reject(error as Error)),
  )

test('a profile is changed, except for its email', async () => {
  const { person } = await world()
  const nora = await person()
  const change = {
    email: 'other@example.org',
    firstName: ' Nóra ',
    lastName: 'Ó Briain',
    phoneNumber: '+353 (0)1 234-5678',
    profilePictureUrl: 'https://pictures.example/nora.webp',
  }
  const changed = await nora.api.users.updateProfile({ body: change })
  expect(changed).toMatchObject({ ...change, firstName: 'Nóra', email: nora.email })
  expect(await nora.api.users.profile()).toEqual(changed)
})

test('what is not sent stays, null empties it', async () => {
  const { person } = await world()
  const { api } = await person({ phoneNumber: '123', profilePictureUrl: 'https://pictures.example/a.webp' })
  const name = { firstName: 'Nora', lastName: 'Byrne' }
  expect(await api.users.updateProfile({ body: name })).toMatchObject({ phoneNumber: '123' })
  expect(await api.users.updateProfile({ body: { ...name, phoneNumber: null } })).toMatchObject({
    phoneNumber: '',
    profilePictureUrl: 'https://pictures.example/a.webp',
  })
})

test('bad input is refused in one sentence, and nothing is stored half', async () => {
  const { app, person } = await world()
  const nora = await person()
  const put = async (change: object) => {
    const response = await app.inject({
      method: 'PUT',
      url: '/api/users/profile',
      headers: { authorization: `Bearer ${nora.token}` },
      payload: { firstName: 'New', lastName: 'Name', ...change },
    })
    return [response.statusCode, response.json<{ message: string }>().message]
  }
  const cases: [object, string][] = [
    [{ firstName: '' }, 'Please fill in all fields'],
    [{ lastName: undefined }, 'Please fill in all fields'],
    [{ firstName: 'x'.repeat(81) }, 'First name must have at most 80 characters'],
    [{ firstName: 'www.evil' }, 'First name must not contain a web address'],
    [{ lastName: 'Byrne bit.ly/3x' }, 'Last name must not contain a web address'],
    [{ phoneNumber: 'call me' }, 'Phone number must be a phone number'],
    [{ phoneNumber: 7 }, 'Phone number must be text'],
    [{ phoneNumber: '1'.repeat(31) }, 'Phone number must have at most 30 characters'],
    [{ profilePictureUrl: 'javascript:alert(1)' }, 'Profile picture url must be a web address that starts with http'],
    [{ lastName: 'By\u0007rne' }, 'Last name contains characters that cannot be used'],
  ]
  for (const [change, message] of cases) expect(await put(change)).toEqual([400, message])
  expect(await nora.api.users.profile()).toMatchObject({ firstName: 'Person1', lastName: 'Byrne' })
})

test('a password is changed with the current one, and only this session goes on', async () => {
  const { visitor, apiWith, person, deps } = await world()
  const nora = await person({ passwordHash: await hashPassword('correct horse') })
  const credentials = { email: nora.email, password: 'correct horse' }
  const { access_token: elsewhere } = await visitor.auth.login({ body: credentials })
  const body = { currentPassword: 'correct horse', newPassword: 'battery staple' }
  expect(await nora.api.users.changePassword({ body })).toEqual({ message: 'Password updated successfully!' })
  expect(await answer(nora.api.users.profile())).toBe('accepted')
  expect(await answer(apiWith(elsewhere).users.profile())).toEqual([401, 'Please log in to continue.'])
  expect(await answer(visitor.auth.login({ body: credentials }))).toEqual([401, 'Invalid email or password'])
  expect(await answer(visitor.auth.login({ body: { ...credentials, password: 'battery staple' } }))).toBe('accepted')
  expect((await collectMails(deps)).map(({ to, subject }) => [to, subject])).toEqual([
    [nora.email, 'The password of your Hooley account was changed'],
  ])
})

test('a wrong current password is a 400, so that nobody is signed out for it', async () => {
  const { person } = await world()
  const nora = await person({ passwordHash: await hashPassword('correct horse') })
  const change = (currentPassword: string, newPassword: string) =>
    answer(nora.api.users.changePassword({ body: { currentPassword, newPassword } }))
  expect(await change('wrong', 'battery staple')).toEqual([400, 'Current password is incorrect'])
  expect(await change('correct horse', 'short')).toEqual([400, 'Password must be at least 6 characters long'])
  expect(await change('', 'battery staple')).toEqual([400, 'Please fill in all fields'])
})

test('an account that only knows Google has no password that fits', async () => {
  const { person } = await world()
  const { api } = await person({ passwordHash: null })
  const body = { currentPassword: 'anything', newPassword: 'battery staple' }
  expect(await answer(api.users.changePassword({ body }))).toEqual([400, 'Current password is incorrect'])
})
