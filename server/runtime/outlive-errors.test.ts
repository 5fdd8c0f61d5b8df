import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../test-support/careless-process.ts', import.meta.url))

async function run(...args: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
  return { output, code }
}

test('no error of a connection, a timer or a promise ends the process', async () => {
  expect(await run()).toEqual({ output: 'alive after 4\n', code: 0 })
})

test('without that they would', async () => {
  expect(await run('unprotected')).toEqual({ output: '', code: 1 })
})
