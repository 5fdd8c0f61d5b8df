import type { Client } from '../../../contract/client.ts'

/** What a report is about: an event, or its creator. */
export interface Subject {
  kind: 'event' | 'creator'
  id: number
}

export interface NamedSubject extends Subject {
  name: string
}

const ADDRESS = /\/(event|creator)s\/(\d{1,10})(?:[/?#]|$)/

/** Of a web address that somebody has copied, or typed without the site's name. */
export function subjectOfAddress(address: string): Subject | null {
  const [, kind, id] = ADDRESS.exec(address.trim()) ?? []
  return kind && id ? { kind: kind as Subject['kind'], id: Number(id) } : null
}

/** As the Report links of pages name it: ?event=12, ?creator=7. */
export function subjectOfQuery(query: URLSearchParams): Subject | null {
  for (const kind of ['event', 'creator'] as const) {
    const id = query.get(kind)
    if (id && /^\d{1,10}$/.test(id)) return { kind, id: Number(id) }
  }
  return null
}

export const pathOfSubject = ({ kind, id }: Subject) => `/${kind}s/${id}`

export async function nameSubject(api: Client, { kind, id }: Subject): Promise<NamedSubject> {
  if (kind === 'event') return { kind, id, name: (await api.events.get({ params: { eventId: id } })).title }
  return { kind, id, name: (await api.creators.get({ params: { creatorId: id } })).name }
}
