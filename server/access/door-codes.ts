// Signs what a ticket's QR code holds, under a key of the event that its door devices get, and nobody else.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeEnd, drawCode, MAC_BYTES, signedText, type CodeKind, type ReadCode } from '../../contract/door-code.ts'
import type { Secrets } from './secrets.ts'

export const doorKey = (secrets: Secrets, eventId: number) => secrets.keyFor(`door ${eventId}`)

const macOf = (key: Buffer, kind: CodeKind, code: string) =>
  createHmac('sha256', key).update(signedText(kind, code)).digest().subarray(0, MAC_BYTES)

/** What the QR code of this booking holds, in emails and in the app. */
export const drawnCode = (
  secrets: Secrets,
  event: { id: number },
  ticket: { code: string },
  kind: CodeKind = 'ticket',
): string => drawCode(kind, ticket.code, macOf(doorKey(secrets, event.id), kind, ticket.code))

/** The last characters of each code of an event as it is drawn; its key is derived once for a whole list. */
export function codeEnds(secrets: Secrets, eventId: number) {
  const key = doorKey(secrets, eventId)
  return (code: string, kind: CodeKind) => codeEnd(drawCode(kind, code, macOf(key, kind, code)))
}

/** Whether its authentication code is this event's; a code without one has not got it. */
export const isAuthentic = (secrets: Secrets, eventId: number, { kind, code, mac }: ReadCode): boolean =>
  mac !== null && timingSafeEqual(macOf(doorKey(secrets, eventId), kind, code), mac)
