import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NODE_FLAGS, PROGRAM } from './start-line.ts'

test('the image starts the server with the flags of npm start', () => {
  const [, command = ''] = /^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  expect(NODE_FLAGS.length).toBeGreaterThan(0)
  expect(JSON.parse(command)).toEqual(['node', ...NODE_FLAGS, PROGRAM])
})
