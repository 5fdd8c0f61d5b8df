import type { z } from 'zod'
import type { contactBody } from '../../../contract/contact.ts'
import type { Deps } from '../../deps.ts'

const SENT = { message: 'Thank you. Your message is on its way, and a receipt comes to your address.' }

/** Nothing is kept of it but the two mails, and of those nothing once they are sent. */
export async function writeToUs(deps: Deps, body: z.output<typeof contactBody>, key: string | undefined, ip: string) {
  const { db, limits, mails, jobs } = deps
  await limits.take('contact', ip)
  if (key !== undefined && !(await limits.tryTake('contactKey', [ip, key]))) return SENT
  // Anybody can type any address: nobody's inbox is filled with our receipts.
  const hasReceipt = await limits.tryTake('contactReceipt', [body.email.toLowerCase()])
  await db.transaction(async (tx) => {
    await mails.add(tx, { kind: 'contact-message', userId: null, payload: body })
    if (hasReceipt) await mails.add(tx, { kind: 'contact-receipt', userId: null, payload: { to: body.email } })
  })
  jobs.nudge()
  return SENT
}
