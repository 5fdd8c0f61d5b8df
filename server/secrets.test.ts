import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { allEndpoints } from '../contract/api.ts'
import { FEATURE_NAMES } from '../contract/features.ts'
import { rowsOf } from './test-support/authorization-matrix.ts'
import { capturedLog } from './test-support/captured-log.ts'
import { callInjected, nameOf } from './test-support/injected-call.ts'
import { world } from './test-support/world.ts'

async function dropDatabase(url: string) {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await admin.end()
}

const SECRET = /s3cret|nora\.secret/

test('no password, token or mail address reaches the log by any call, neither when it works nor when the database is gone', async () => {
  const { lines, log } = capturedLog()
  const { app, person, databaseUrl } = await world({ deps: { log }, config: { features: new Set(FEATURE_NAMES) } })
  const { token } = await person({ email: 'nora.secret@example.org' })
  const registered = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email: 'nora.secret2@example.org', password: 's3cret-password', firstName: 'Nora', lastName: 'Byrne' },
  })
  const issued = registered.json<{ access_token: string }>().access_token

  const everyCall = async () => {
    for (const endpoint of allEndpoints) {
      const [, row] = rowsOf(nameOf(endpoint))[0] ?? []
      const input =
        row?.request({
          eventId: 1,
          draftId: 2,
          bookedId: 1,
          ticketId: 3,
          surveyId: 1,
          fullId: 1,
          pictureKey: 'events/s3cret.webp',
          creatorEmail: '',
          creatorId: 1,
          doorToken: '',
          doorLinkId: 1,
          managerId: 1,
          seriesId: 1,
          seriesDateId: 1,
        }) ?? {}
      const body = input.body !== undefined && {
        ...(input.body as object),
        email: 'nora.secret@example.org',
        password: 's3cret-password',
        currentPassword: 's3cret-password',
        newPassword: 's3cret-password',
        ...('code' in (input.body as object) && { code: 's3cret-code' }),
      }
      const headers = { authorization: `Bearer ${token}`, cookie: 'google=s3cret', 'x-forwarded-for': 's3cret' }
      const query = endpoint.query && { ...input.query, code: 's3cret', state: 's3cret' }
      const params = endpoint.params && { ...input.params, token: 's3cret-token' }
      await callInjected(app, endpoint, { ...input, body: body || undefined, query, params }, headers)
    }
  }
  await everyCall()
  await dropDatabase(databaseUrl)
  await everyCall()

  const heard = lines.join('')
  expect(heard).toContain('"answered"')
  expect(heard).toContain('request failed')
  expect(SECRET.exec(heard)?.[0]).toBeUndefined()
  for (const secret of [token, issued, databaseUrl, new URL(databaseUrl).password]) expect(heard).not.toContain(secret)
})
