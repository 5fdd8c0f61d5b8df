import { keyedPath } from '../../../contract/event-access.ts'
import type { Client } from '../../../contract/client.ts'

/** What a report is about: an event, or its creator. */
export interface Subject {
  kind: 'event' | 'creator'
  id: number
  /** Of an unlisted event. */
  eventKey?: string
}

export interface NamedSubject extends Subject {
  name: string
}

const ADDRESS = /\/(event|creator)s\/(\d{1,10})(?:[/?#]|$)/

const keyIn = (query: ConstructorParameters<typeof URLSearchParams>[0]) => {
  const eventKey = new URLSearchParams(query).get('key')
  return eventKey ? { eventKey } : {}
}

/** Of a web address that somebody has copied, or typed without the site's name. */
export function subjectOfAddress(address: string): Subject | null {
  const [, kind, id] = ADDRESS.exec(address.trim()) ?? []
  return kind && id ? { kind: kind as Subject['kind'], id: Number(id), ...keyIn(address.split('?')[1]) } : null
}

/** As the Report links of pages name it: ?event=12, ?creator=7. */
export function subjectOfQuery(query: URLSearchParams): Subject | null {
  for (const kind of ['event', 'creator'] as const) {
    const id = query.get(kind)
    if (id && /^\d{1,10}$/.test(id)) return { kind, id: Number(id), ...keyIn(query) }
  }
  return null
}

export const pathOfSubject = ({ kind, id, eventKey }: Subject) => keyedPath(`/${kind}s/${id}`, { key: eventKey })

export async function nameSubject(api: Client, { kind, id, eventKey }: Subject): Promise<NamedSubject> {
  if (kind === 'event') {
    const { title } = await api.events.get({ params: { eventId: id }, query: { key: eventKey } })
    return { kind, id, name: title, eventKey }
  }
  return { kind, id, name: (await api.creators.get({ params: { creatorId: id } })).name }
}
