import type { MailRenderer } from '../../mail/mail.ts'

const NOT_YOU = 'You have not reported anything? Then somebody typed in your address, and there is nothing to do.'

/** With nothing that was typed into the form: it may have been somebody else who typed this address there. */
export const reportReceiptMail =
  (publicUrl: string): MailRenderer =>
  (_db, { payload }) => {
    const reference = String(payload.reference)
    return Promise.resolve({
      to: String(payload.to),
      subject: `Your report ${reference}`,
      preview: `Your reference is ${reference}.`,
      heading: 'We have got your report',
      blocks: [
        {
          kind: 'text',
          text: 'Hello,\n\nthank you for telling us. A person looks at it and decides, and we write to you then.',
        },
        { kind: 'facts', rows: [['Reference', reference]] },
        { kind: 'button', label: 'See what became of it', url: `${publicUrl}/report/${reference}` },
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
      heading: 'What became of your report',
      blocks: [
        {
          kind: 'text',
          text: 'Hello,\n\na moderator, a person, has looked at what you reported. We found nothing that is against the law or our rules, and so it stays as it is.',
        },
        { kind: 'facts', rows: [['Reference', reference]] },
        {
          kind: 'text',
          text: 'If you think that we are wrong, answer this mail and say why: somebody looks at it again. You can also turn to an out-of-court dispute settlement body, to Coimisiún na Meán, or to a court.',
        },
        { kind: 'button', label: 'Read our rules', url: `${publicUrl}/rules` },
        { kind: 'note', text: NOT_YOU },
      ],
    })
  }
