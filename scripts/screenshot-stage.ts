// What the pictures of states are made from: people, events and mails of their own, so that no state spoils another one.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient, type Client } from '../contract/client.ts'
import type { EventBodyInput } from '../contract/event-body.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { mailParts } from '../server/test-support/mail-parts.ts'

const HOUR = 3_600_000

export interface Person {
  email: string
  token: string
  api: Client
}

export type Stage = ReturnType<typeof makeStage>

export function makeStage(baseUrl: string, dataDir: string) {
  let people = 0
  const client = (token?: string) => createClient(httpCaller({ baseUrl, token: () => token ?? null }))

  async function person(firstName: string, lastName: string): Promise<Person> {
    const email = `person-${++people}@example.org`
    const body = { email, password: DEMO_PASSWORD, firstName, lastName }
    const token = (await client().auth.register({ body })).access_token
    return { email, token, api: client(token) }
  }

  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

  /** In three weeks, unless it says otherwise. */
  const event = (creator: Person, fields: Partial<EventBodyInput> = {}) =>
    creator.api.events.create({
      body: {
        title: 'Lantern Supper',
        description: 'One long table, forty lanterns.',
        venue: 'The Boat Shed, Galway',
        timeZone: 'Europe/Dublin',
        startTime: at(21 * 24),
        endTime: at(21 * 24 + 3),
        isDraft: false,
        capacity: 40,
        ...fields,
      },
    })

  async function book(guest: Person, eventId: number, numberOfTickets = 1) {
    const { id } = await guest.api.tickets.book({ body: { eventId, numberOfTickets } })
    const tickets = await guest.api.tickets.list({ query: { eventId } })
    return { id, code: tickets.find((ticket) => ticket.id === id)?.code ?? '' }
  }

  /** What the pattern catches in the newest mail to somebody in which it is. */
  async function fromMail(to: Person, pattern: RegExp): Promise<string> {
    const folder = join(dataDir, 'outbox')
    for (let tries = 0; tries < 60; tries++) {
      const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))
      for (const file of files.sort().reverse()) {
        const source = await readFile(join(folder, file), 'utf8')
        const found = source.includes(to.email) && pattern.exec(mailParts(source).text)?.[1]
        if (found) return found
      }
      await setTimeout(500)
    }
    throw new Error(`no mail to ${to.email} has ${String(pattern)}`)
  }

  return { client, person, event, book, at, fromMail }
}
