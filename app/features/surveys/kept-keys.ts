// The keys of ballots that were asked for on this device, until the sheet has arrived: with the same key the same ballot is
// given out again. Nothing else knows them.
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import { randomKey } from '../../lib/random-key.ts'

// Surveys that were begun and left; the oldest are forgotten.
const MOST = 20

const nameOf = (surveyId: number, ticketId: number) => `${surveyId} ${ticketId}`

function readAll(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readStored('surveyKeys') ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {}
  } catch {
    return {}
  }
}

function writeAll(keys: Record<string, string>) {
  const entries = Object.entries(keys).slice(-MOST)
  if (entries.length === 0) removeStored('surveyKeys')
  else store('surveyKeys', JSON.stringify(Object.fromEntries(entries)))
}

export const findKey = (surveyId: number, ticketId: number): string | undefined => readAll()[nameOf(surveyId, ticketId)]

export function keyFor(surveyId: number, ticketId: number): string {
  const key = findKey(surveyId, ticketId) ?? randomKey()
  writeAll({ ...readAll(), [nameOf(surveyId, ticketId)]: key })
  return key
}

export function forgetKey(surveyId: number, ticketId: number) {
  const { [nameOf(surveyId, ticketId)]: _, ...others } = readAll()
  writeAll(others)
}
