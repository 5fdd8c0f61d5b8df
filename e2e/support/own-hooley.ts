// For what the one server of all journeys does not have switched on: a Hooley of their own, from the first of a file's
// journeys to the last.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from './test.ts'

const FIRST_PORT = Number(process.env.E2E_PORT ?? 4173)

/** Each worker has its own, far enough from those of others. */
export const portOf = (parallelIndex: number, from: number) => FIRST_PORT + from + parallelIndex

/** Answers once it serves; what stops it again. */
export async function startHooley(port: number, env: Record<string, string>): Promise<() => Promise<void>> {
  const app = spawn('node', ['e2e/support/server.ts', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  const isReady = async () => expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).ok).toBe(true)
  await expect(isReady).toPass({ timeout: 40_000 })
  return async () => {
    const ended = once(app, 'exit')
    app.kill('SIGTERM')
    await ended
  }
}

interface Options {
  features: string
  /** Under a name, where a number will not do. */
  host?: string
  onReady: (site: string) => void
}

export function ownHooley({ features, host = '127.0.0.1', onReady }: Options) {
  let stop: () => Promise<void>
  test.beforeAll(async ({}, { parallelIndex }) => {
    const port = portOf(parallelIndex, 14)
    const site = `http://${host}:${port}`
    stop = await startHooley(port, { E2E_PUBLIC_URL: site, FEATURES: features })
    onReady(site)
  })
  test.afterAll(() => stop())
}
