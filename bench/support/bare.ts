// The limit: Fastify as bare as it can be, answering the same compressed bytes from memory, in a separate process.
import Fastify from 'fastify'
import { answerParent } from './messages.ts'

export interface SameBytes {
  path: string
  base64: string
  headers: Record<string, string>
}

const app = Fastify()
const answers = new Map<string, { bytes: Buffer; headers: Record<string, string> }>()
app.get('/*', (request, reply) => {
  const answer = answers.get(request.url)
  return answer ? reply.headers(answer.headers).send(answer.bytes) : reply.code(404).send()
})
await app.listen({ host: '127.0.0.1', port: 0 })

answerParent(
  {
    cpu: () => process.cpuUsage(),
    take: ({ path, base64, headers }: SameBytes) => {
      answers.set(path, { bytes: Buffer.from(base64, 'base64'), headers })
    },
  },
  app.server.address(),
)
