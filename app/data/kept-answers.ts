// Answers that a screen shows at once while it asks again. They belong to one account: as soon as the device holds
// another token, or none, they are gone. In this browser's memory only, and never read while rendering on the server.
import { readStored } from '../lib/device-storage.ts'

// The screens of an evening; the oldest goes first.
const MAX_ANSWERS = 20
const answers = new Map<string, unknown>()
let owner: string | null = null

function answersOfToken() {
  const token = readStored('token')
  if (token !== owner) answers.clear()
  owner = token
  return answers
}

/** A key is used for one kind of answer, so the type is the one that was kept. */
export const keptAnswer = <T>(key: string) => answersOfToken().get(key) as T | undefined

export function keepAnswer(key: string, answer: unknown) {
  const kept = answersOfToken()
  kept.delete(key)
  kept.set(key, answer)
  const oldest = kept.size > MAX_ANSWERS && kept.keys().next().value
  if (oldest) kept.delete(oldest)
}
