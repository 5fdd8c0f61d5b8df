import { NETWORK_NAMES, type NetworkName } from '../../../contract/networks.ts'
import { loadApi } from '../../lib/load-api.ts'
import { keepDraft, readDraft } from '../../session/part-drafts.ts'

/** What is in the form. */
export interface TypedPost {
  text: string
  /** As a datetime-local input holds it; empty: no reminder. */
  at: string
}

export const EMPTY_POST: TypedPost = { text: '', at: '' }

export const partOf = (network: NetworkName) => `post ${network}`

export function isTyped(value: unknown): value is TypedPost {
  const { text, at } = (value ?? {}) as Partial<Record<keyof TypedPost, unknown>>
  return typeof text === 'string' && typeof at === 'string'
}

export const savePost = async (eventId: number, network: NetworkName, body: TypedPost) =>
  (await loadApi()).socialPosts.set({ params: { eventId, network }, body })

export async function saveAll(userId: number, form: string, eventId: number): Promise<void> {
  for (const network of NETWORK_NAMES) {
    const typed = readDraft(userId, form, partOf(network))
    if (!isTyped(typed)) continue
    await savePost(eventId, network, typed)
    keepDraft(userId, form, partOf(network), null)
  }
}
