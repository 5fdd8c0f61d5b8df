import { SITE } from '../../../contract/site.ts'
import { addressOf } from '../../mail/message.ts'
import type { MailRenderer } from '../../mail/mail.ts'

/** To the people behind the address that all our emails come from. */
export const contactMail =
  (mailFrom: string): MailRenderer =>
  (_db, { payload }) => {
    const { name, email, message } = payload as { name: string; email: string; message: string }
    return Promise.resolve({
      to: addressOf(mailFrom),
      replyTo: email,
      subject: 'A message from the contact form',
      preview: message.slice(0, 120),
      heading: 'A message from the contact form',
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['From', name],
            ['Address', email],
          ],
        },
        { kind: 'text', text: message },
        { kind: 'note', text: 'Reply to this email to answer them. Nobody has checked that the address is theirs.' },
      ],
    })
  }

/** With nothing that was typed into the form: it may have been somebody else who typed this address there. */
export const contactReceiptMail =
  (publicUrl: string): MailRenderer =>
  (_db, { payload }) => {
    return Promise.resolve({
      to: String(payload.to),
      subject: 'We’ve got your message',
      preview: 'A person will read it.',
      heading: 'We’ve got your message',
      blocks: [
        {
          kind: 'text',
          text: 'Hello,\n\nThank you for writing to us. A person reads your message, and we usually reply within two business days.',
        },
        { kind: 'button', label: `Open ${SITE.name}`, url: publicUrl },
        {
          kind: 'note',
          text: 'Didn’t write to us? Then someone typed your address by mistake, and you can ignore this email.',
        },
      ],
    })
  }
