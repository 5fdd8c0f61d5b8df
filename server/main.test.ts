import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createServer, connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from './test-support/database.ts'
import { freePort } from './test-support/free-port.ts'
import { dataFolder, ready, run, start, type Started } from './test-support/product-process.ts'

// Whole processes start, several for a test.

// One folder for all of it: making a database and the demo's events is most of what a start costs.
test('a start ends with the address and the demo accounts; a second server shares the database; after kill -9 all is there', async () => {
  const folder = await dataFolder()
  const first = await start({ DATA_DIR: folder })
  expect(first.lines.at(-1)).toBe(
    `Hooley is ready at http://localhost:${first.port} — demo accounts creator@hooley.example, guest@hooley.example and moderator@hooley.example, password hooley-demo; FEATURES=all npm start shows every feature`,
  )
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200)
  const events = async ({ url }: Started) => {
    const all = (await (await fetch(`${url}/api/all-events`)).json()) as { id: number }[]
    return all.map(({ id }) => id)
  }
  const before = await events(first)
  expect(before.length).toBeGreaterThan(0)

  const second = await start({ DATA_DIR: folder })
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  expect((await fetch(`${second.url}/api/ready`)).status).toBe(200)

  second.child.kill('SIGKILL')
  await second.exit
  const third = await start({ DATA_DIR: folder })
  // And perhaps more dates of the demo's series, which a job makes.
  expect(await events(third)).toEqual(expect.arrayContaining(before))
  // The last one takes the database with it.
  third.child.kill('SIGTERM')
  expect(await third.exit).toBe(0)
})

test('a request under way is finished before a stopping server exits with 0', async () => {
  const { child, port, exit } = await start(await ready())
  const body = JSON.stringify({ lat: 53.35, lng: -6.26 })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/geo/location HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  await once(socket, 'ready')
  await fetch(`http://127.0.0.1:${port}/api/health`)
  child.kill('SIGTERM')
  // Not ready any more, yet still serving; then the port closes; then the rest of the body arrives.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(503)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).headers.get('connection')).toBe('close')
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  socket.write(body.slice(5))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('"city":"Dublin"')
  expect(await exit).toBe(0)
})

test('a port in use stops the start with one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const { exit, lines } = await run({ PORT: String(port), ...(await ready()) })
  expect(await exit).toBe(1)
  expect(lines.at(-1)).toBe(`PORT ${port} is already in use on 127.0.0.1; set PORT to another.`)
})

test('a second start beside a running one says that Hooley is running already', async () => {
  const env = await ready()
  const first = await start(env)
  const second = await run({ ...env, PORT: String(first.port) })
  expect(await second.exit).toBe(1)
  expect(second.lines.at(-1)).toBe(
    `Hooley is already running on port ${first.port}; stop it first, or set PORT to another.`,
  )
})

test('a data folder that cannot be written to stops the start with one sentence', async () => {
  const { DATABASE_URL } = await ready()
  // A file in its place: for root every folder can be written to.
  const { exit, lines } = await run({ DATABASE_URL, DATA_DIR: resolve('package.json') })
  expect(await exit).toBe(1)
  expect(lines).toEqual([
    `The data folder ${resolve('package.json')} cannot be used (EEXIST): please change its owner or set DATA_DIR.`,
  ])
})

test('a full disk stops the start with one sentence', async ({ skip }) => {
  const folder = await dataFolder()
  // Room for the beginning of a database, and not for one.
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  if (mounted.status !== 0) return skip('a small file system can be mounted by root only')
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  const { exit, lines } = await run({ DATA_DIR: folder })
  expect(await exit).toBe(1)
  expect(lines.at(-1)).toBe('The disk of the database or of DATA_DIR is full: please make room and start again.')
  expect(lines.length).toBeLessThanOrEqual(2)
})

test('a database that does not answer, a silent one and a wrong password stop the start with one sentence', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const wrong = new URL(inject('postgresUrl'))
  wrong.password = 'wrong'
  // They wait most of the time, so they do it beside each other.
  const [gone, quiet, refused] = await Promise.all([
    run({ DATABASE_URL: `postgres://u:s3cret@127.0.0.1:${await freePort()}/x`, DATABASE_WAIT: '2' }),
    run({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x`, DATABASE_WAIT: '1' }),
    run({ DATABASE_URL: wrong.href }),
  ])
  expect(await Promise.all([gone.exit, quiet.exit, refused.exit])).toEqual([1, 1, 1])
  const unusable = (reason: string) => `DATABASE_URL names a database that cannot be used (${reason}).`
  expect(gone.lines).toEqual(['Waiting for the database …', unusable('ECONNREFUSED')])
  expect(quiet.lines).toEqual([unusable('no answer')])
  // At once: nobody waits for a password to become right.
  expect(refused.lines).toEqual([unusable('28P01')])
})

test('a start waits for a database that only reads, says so once, and serves when it writes', async () => {
  const database = await cloneDatabase()
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  onTestFinished(async () => {
    await admin.end()
    await database.drop()
  })
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  const started = await run({ DATABASE_URL: database.url, DATA_DIR: await dataFolder(), LOG_LEVEL: 'silent' })
  await expect.poll(() => started.lines).toEqual(['Waiting for the database …'])
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  await expect.poll(() => started.lines.at(-1)).toContain('Hooley is ready at')
  expect(started.lines).toHaveLength(3)
})

test('a defect of ours stops the start and shows where it is, whatever kind of error it is', async () => {
  // Its own way into a start: the port cannot be opened because of a mistake in our code.
  const defect = `import { Server } from 'node:net'
Server.prototype.listen = function mistaken() { throw new RangeError('a mistake in the code') }`
  const { exit, lines } = await run({
    ...(await ready()),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(defect)}`,
    LOG_LEVEL: 'silent',
  })
  expect(await exit).toBe(1)
  expect(lines[0]).toContain('RangeError: a mistake in the code')
  expect(lines.join('\n')).toMatch(/at .*mistaken/)
})

test('a wrong setting stops the start with one sentence', async () => {
  const { exit, lines } = await run({ FEATURES: 'flying' })
  expect(await exit).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('FEATURES names "flying"')
})
