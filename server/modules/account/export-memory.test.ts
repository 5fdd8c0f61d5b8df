// 200 MB of pictures go through 100 MB of memory: nothing is ever held as a whole. In a separate process, whose memory is
// nobody else's.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataExports } from '../../db/schema/account.ts'
import { uploads } from '../../db/schema/storage.ts'
import { world } from '../../test-support/world.ts'

const MB = 1024 * 1024

test('200 MB of data are packed within 100 MB of memory', async () => {
  const { deps, person, databaseUrl } = await world()
  const { id: userId } = await person()
  const folder = join(deps.config.dataDir, 'uploads', 'events')
  await mkdir(folder, { recursive: true })
  const bytes = randomBytes(5 * MB)
  for (let n = 0; n < 40; n++) {
    await writeFile(join(folder, `big-${n}.jpg`), bytes)
    const row = { key: `events/big-${n}.jpg`, userId, contentType: 'image/jpeg', storedAt: new Date(), bytes: 5 * MB }
    await deps.db.insert(uploads).values(row)
  }
  const [asked] = await deps.db.insert(dataExports).values({ userId }).returning()
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: deps.config.dataDir, EXPORT_ID: `${asked?.id}` }
  const worker = fork('server/test-support/export-worker.ts', { env })
  const [{ grownBy, size }] = (await once(worker, 'message')) as [{ grownBy: number; size: number }]
  await once(worker, 'exit')
  expect(size).toBeGreaterThan(200 * MB)
  expect(grownBy / MB).toBeLessThan(100)
})
