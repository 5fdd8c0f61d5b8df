import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = '/usr/sbin/varnishd'
const text = readFileSync('deploy/varnish.vcl', 'utf8')

async function compile(vcl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-varnish-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'hooley.vcl')
  await writeFile(file, vcl.replace('${HOOLEY_HOST}', '127.0.0.1').replace('${HOOLEY_PORT}', '3000'))
  const args = ['-j', 'none', '-n', join(folder, 'work'), '-C', '-f', file]
  return promisify(execFile)(PROGRAM, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    () => 'compiled',
    ({ stderr }: { stderr: string }) => stderr,
  )
}

test.skipIf(!existsSync(PROGRAM))('Varnish reads deploy/varnish.vcl', async () => {
  expect(await compile(text)).toBe('compiled')
  expect(await compile(text.replace('return (hash);', 'return (mash);'))).toContain('mash')
})
