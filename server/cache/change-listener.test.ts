import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../test-support/database.ts'
import { silentLine } from '../test-support/silent-line.ts'
import { soon } from '../test-support/soon.ts'
import { CHANNEL, createListener, type ListenerOptions } from './change-listener.ts'

async function listening(options: ListenerOptions = {}) {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const line = await silentLine(database.url)
  const other = new pg.Client({ connectionString: database.url })
  other.on('error', () => undefined)
  await other.connect()
  onTestFinished(() => other.end())
  const received: (string | undefined)[] = []
  const connected: boolean[] = []
  const listener = createListener(
    line.url,
    (payload) => received.push(payload),
    (isReceived) => connected.push(isReceived),
    options,
  )
  onTestFinished(() => listener.stop())
  await soon(() => expect(connected).toEqual([true]))
  return {
    line,
    other,
    received,
    connected,
    listener,
    tell: (text: string) => other.query(`notify ${CHANNEL}, '${text}'`),
  }
}

test('what another instance announces is received', async () => {
  const { tell, received } = await listening()
  await tell('one')
  await soon(() => expect(received).toEqual(['one']))
})

test('a connection that went silent is noticed by asking, and another one takes its place', async () => {
  const { line, tell, received, connected } = await listening({ askEveryMs: 20, answerWithinMs: 1_000 })
  line.silence()
  await tell('lost')
  await soon(() => expect(connected.slice(0, 3)).toEqual([true, false, true]))
  await tell('after')
  await soon(() => expect(received).toEqual(['after']))
})

test('a connection that answers is kept, however often it is asked', async () => {
  const { other, connected } = await listening({ askEveryMs: 5, answerWithinMs: 20_000 })
  const asked = async () => {
    const { rows } = await other.query<{ at: Date | null }>(
      `select max(query_start) as at from pg_stat_activity where application_name = 'hooley-listen'
       and datname = current_database() and query like '%pg_is_in_recovery%'`,
    )
    return rows[0]?.at?.getTime() ?? 0
  }
  for (let n = 0, last = 0; n < 3; n++) {
    await soon(async () => expect(await asked()).toBeGreaterThan(last))
    last = await asked()
  }
  expect(connected).toEqual([true])
})

test('a connection that the database ends is opened again, and says so', async () => {
  const { other, connected, tell, received } = await listening()
  await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'hooley-listen' and datname = current_database()`)
  await soon(() => expect(connected).toEqual([true, false, true]))
  await tell('after')
  await soon(() => expect(received).toEqual(['after']))
})

test('a listener that was stopped leaves no connection, and tells nobody', async () => {
  const { other, connected, listener } = await listening()
  await listener.stop()
  await soon(async () => {
    const { rows } = await other.query(`select 1 from pg_stat_activity
      where application_name = 'hooley-listen' and datname = current_database()`)
    expect(rows).toEqual([])
  })
  expect(connected).toEqual([true])
})
