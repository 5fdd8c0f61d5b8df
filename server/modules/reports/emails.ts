import type { MailRenderer } from '../../mail/mail.ts'

const NOT_YOU = 'Didn’t report anything? Then someone typed your address by mistake, and you can ignore this email.'

/** With nothing that was typed into the form: it may have been somebody else who typed this address there. */
export const reportReceiptMail =
  (publicUrl: string): MailRenderer =>
  (_db, { payload }) => {
    const reference = String(payload.reference)
    return Promise.resolve({
      to: String(payload.to),
      subject: `Your report ${reference}`,
      preview: `Your reference is ${reference}.`,
      heading: 'We’ve got your report',
      blocks: [
        {
          kind: 'text',
          text: 'Hello,\n\nThank you for telling us. A person will look at it and decide, and we’ll email you then.',
        },
        { kind: 'facts', rows: [['Reference', reference]] },
        { kind: 'button', label: 'Track your report', url: `${publicUrl}/report/${reference}` },
        { kind: 'note', text: NOT_YOU },
      ],
    })
  }

/** A moderator looked, and left it as it is. */
export const reportLeftMail =
  (publicUrl: string): MailRenderer =>
  (_db, { payload }) => {
    const reference = String(payload.reference)
    return Promise.resolve({
      to: String(payload.to),
      subject: `Your report ${reference}`,
      preview: 'A moderator has looked at it.',
      heading: 'The outcome of your report',
      blocks: [
        {
          kind: 'text',
          text: 'Hello,\n\nA moderator, a person, has looked at what you reported. We found nothing that is against the law or our rules, so it stays as it is.',
        },
        { kind: 'facts', rows: [['Reference', reference]] },
        {
          kind: 'text',
          text: 'If you think we’re wrong, reply to this email and say why: someone will look at it again. You can also turn to an out-of-court dispute settlement body, to Coimisiún na Meán, or to a court.',
        },
        { kind: 'button', label: 'Read our rules', url: `${publicUrl}/rules` },
        { kind: 'note', text: NOT_YOU },
      ],
    })
  }
