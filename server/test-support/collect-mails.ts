import type { Deps } from '../deps.ts'
import type { Mail } from '../mail/mail.ts'
import { mailLane } from '../mail/mails.ts'
import { mailKinds } from '../modules.ts'

/** Everything that would be sent now, straight from the rows. */
export async function collectMails({ config, secrets, db, log, clock }: Deps): Promise<Mail[]> {
  const sent: Mail[] = []
  const transport = { send: (mail: Mail) => Promise.resolve(void sent.push(mail)), close: () => undefined }
  const lane = mailLane({ kinds: mailKinds(config, secrets), transport, domain: 'test', clock })({ db, log })
  await lane.runDue()
  await lane.stop()
  return sent
}
