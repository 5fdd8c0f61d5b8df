import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }

test('docs/dependencies.md lists every dependency with a reason, and nothing else', () => {
  const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)`\s*\|\s*(.+?)\s*\|$/gm)]
  expect(rows.map(([, name]) => name).toSorted()).toEqual(Object.keys(all).toSorted())
  for (const [, , reason] of rows) expect(reason?.length).toBeGreaterThan(3)
})

test('every version is exact', () => {
  for (const [name, version] of Object.entries(all)) expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+(-[\w.]+)?$/)
})

test('the lock file names where each package comes from and the hash of its content', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }>
  }
  const unsafe = Object.entries(lock.packages)
    .filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path)
  expect(unsafe).toEqual([])
})
