// The calls of one noun. This is what runs while developing and in tests, with the whole contract; the build puts smaller
// files in its place (scripts/nouns.ts), so that somebody who only signs in does not download what an organiser needs.
import type { Client } from '../../contract/client.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'

export type Noun = keyof Client

export async function loadNoun(noun: Noun): Promise<Record<string, AnyEndpoint>> {
  const { api } = await import('../../contract/api.ts')
  return api[noun]
}
