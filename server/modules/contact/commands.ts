import { createHash, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { contactBody } from '../../../contract/contact.ts'
import type { Deps } from '../../deps.ts'

const SENT = { message: 'Thank you. Your message is on its way, and a receipt comes to your address.' }

type ContactBody = z.output<typeof contactBody>

/** With the words as well as the key: a key that another visitor happened to use must not swallow a message. */
const requestHash = (body: ContactBody, key: string = randomUUID()) =>
  createHash('sha256')
    .update(JSON.stringify([key, body.name, body.email, body.message]))
    .digest()

/** Nothing is kept of it but the two emails, and of those nothing once they are sent but the hash of the request. */
export async function writeToUs(deps: Deps, body: ContactBody, key: string | undefined, ip: string) {
  const { db, limits, mails, jobs } = deps
  await limits.take('contact', ip)
  // Anybody can type any address: no inbox is flooded with our receipts.
  const receiptKey = [body.email.toLowerCase()]
  const hasReceipt = await limits.tryTake('contactReceipt', receiptKey)
  let isNew = false
  try {
    isNew = await db.transaction(async (tx) => {
      const message = { kind: 'contact-message', userId: null, payload: body }
      if (!(await mails.addOnce(tx, message, requestHash(body, key)))) return false
      if (hasReceipt) await mails.add(tx, { kind: 'contact-receipt', userId: null, payload: { to: body.email } })
      return true
    })
  } finally {
    if (hasReceipt && !isNew) await limits.giveBack('contactReceipt', receiptKey)
  }
  jobs.nudge()
  return SENT
}
