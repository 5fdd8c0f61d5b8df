import { z } from 'zod'
import { email } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { messages } from './messages.ts'
import { idempotencyKey } from './tickets.ts'
import { filled, line, text } from './wire.ts'

export const contactBody = z.object({
  name: filled(line(TEXT.name, messages.fillAllFields), messages.fillAllFields),
  email,
  message: filled(text(TEXT.message), messages.fillAllFields),
})

export const writeToUs = endpoint({
  method: 'POST',
  path: '/contact',
  access: 'anyone',
  may: 'site.use',
  feature: 'contact-form',
  summary: 'Write to the support address; a receipt is emailed to yours',
  headers: idempotencyKey,
  body: contactBody,
  reply: z.object({ message: z.string() }),
  status: 202,
})

/** By the names that api.ts and the client use. */
export const calls = { writeToUs }
