// Several listening sockets for one port. libuv accepts one connection of each in a turn of the event loop; while turns are
// long, because the work in them is, the others would wait in the kernel, unseen by the gate, and those who have hung up there
// would still be accepted. The kernel shares out who comes (SO_REUSEPORT).
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'

const SOCKETS = 16

interface App {
  server: HttpServer
  listen(options: { host: string; port: number; reusePort?: boolean }): Promise<string>
}

/** With SO_REUSEPORT alone a second Hooley would share the port of the first instead of saying that it is in use. */
async function expectFree(host: string, port: number) {
  const probe = createServer().listen({ host, port, exclusive: true })
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}

async function openAnother(server: HttpServer, { address, port }: AddressInfo, maxConnections: number) {
  // As http's own: a request is answered also after its client has said that nothing more will come.
  const another = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  another.maxConnections = maxConnections
  another.listen({ host: address, port, reusePort: true })
  await once(another, 'listening')
  another.on('error', () => undefined)
  return another
}

/** All that listen then, the app's own first. Where the platform cannot share a port there is only that one. */
export async function listen(app: App, { host, port }: { host: string; port: number }, sockets = SOCKETS) {
  if (port !== 0) await expectFree(host, port)
  const own: Server = app.server
  try {
    await app.listen({ host, port, reusePort: true })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOTSUP') throw error
    await app.listen({ host, port })
    return [own]
  }
  const share = Math.ceil(app.server.maxConnections / sockets)
  app.server.maxConnections = share
  const open = () => openAnother(app.server, app.server.address() as AddressInfo, share)
  return [own, ...(await Promise.all(Array.from({ length: sockets - 1 }, open)))]
}
