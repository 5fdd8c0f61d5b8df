import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below those that systems give to outgoing connections (32768 and up on Linux): such a port may be taken again between
// our check and the bind of its user.
const LOWEST = 20_000
const HIGHEST = 32_000

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
}
