// Requests as fast as they are answered.
import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  took: number
}

export class Load {
  readonly answers: Answer[] = []
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_000, maxFreeSockets: 1_000 })
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url
    this.#headers = headers
  }

  ask(): Promise<Answer> {
    const from = performance.now()
    return new Promise((resolve) => {
      const done = (status: number) => {
        const answer = { status, took: performance.now() - from }
        this.answers.push(answer)
        resolve(answer)
      }
      const asked = request(this.#url, { agent: this.#agent, headers: this.#headers, timeout: 20_000 }, (response) => {
        response.resume()
        response.on('end', () => done(response.statusCode ?? 0))
        response.on('error', () => done(0))
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => done(0))
      asked.end()
    })
  }

  /** So many at once, each asking again as soon as it is answered. Returns answers with 200 a second. */
  async closed(people: number, forMs: number): Promise<number> {
    const from = performance.now()
    const first = this.answers.length
    await Promise.all(
      Array.from({ length: people }, async () => {
        while (performance.now() - from < forMs) await this.ask()
      }),
    )
    const served = this.answers.slice(first).filter(({ status }) => status === 200).length
    return served / ((performance.now() - from) / 1000)
  }

  close() {
    this.#agent.destroy()
  }
}
