import type { Mail } from '../mail/mail.ts'
import { createOutbox } from '../mail/outbox.ts'
import { mailRenderers } from '../modules.ts'
import type { World } from './world.ts'

/** Everything that is sent now, straight from the rows. */
export async function sentMails({ deps }: World): Promise<Mail[]> {
  const sent: Mail[] = []
  const transport = { send: (mail: Mail) => Promise.resolve(void sent.push(mail)), close: () => undefined }
  const renderers = mailRenderers(deps.config)
  await createOutbox({ db: deps.db, log: deps.log, transport, renderers, domain: 'test' }).deliver()
  return sent
}
