import type { Deps } from '../deps.ts'
import type { Mail } from '../mail/mail.ts'
import { mailLane, type MailOptions } from '../mail/mails.ts'
import { mailKinds } from '../modules.ts'

/** Everything that would be sent now, straight from the rows. */
export async function collectMails(
  { config, secrets, db, log, clock }: Deps,
  options: Pick<MailOptions, 'decide'> = {},
): Promise<Mail[]> {
  const sent: Mail[] = []
  const transport = { send: (mail: Mail) => Promise.resolve(void sent.push(mail)), close: () => undefined }
  const { publicUrl } = config
  const kinds = mailKinds(config, secrets)
  const lane = mailLane({ kinds, transport, publicUrl, clock, ...options })({ db, log })
  await lane.runDue()
  await lane.stop()
  return sent
}
