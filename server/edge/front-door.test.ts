import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWorld } from '../test-support/world.ts'
import { Gate } from './gate.ts'

test('what needs work passes the gate, pages that are ready do not', async () => {
  const gate = new Gate()
  let isOpen = true
  const guard = gate.guard.bind(gate)
  vi.spyOn(gate, 'guard').mockImplementation((serve, headers) => {
    const open = guard(serve, headers)
    return (request, response) => (isOpen ? open(request, response) : void response.writeHead(503).end())
  })
  const world = await openWorld({ pages: true, gate })
  onTestFinished(() => world.close())
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  expect(await statusOf('/')).toBe(200)
  isOpen = false
  expect(await statusOf('/')).toBe(200)
  expect(await statusOf('/api/tickets')).toBe(503)
})
