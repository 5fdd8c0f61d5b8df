import { SITE } from '../../contract/site.ts'
import { link, paragraph, type Paragraph } from './types.ts'

export const supportEmail = SITE.supportEmail

export const supportLink = link(supportEmail, `mailto:${supportEmail}`)

export const contact = {
  title: 'Contact Us',
  intro: 'A question, an idea, or something that doesn’t work? Write to us. A person reads every email.',
  emailLabel: 'Email',
  email: supportLink,
  note: 'We usually reply within two business days. If it’s about a booking, tell us the event and the email address you booked with, and we’ll find it faster.',
}

/** What the Digital Services Act wants everybody to find (articles 11 and 12). Below the specification's own texts. */
export const contactPoints: { title: string; paragraphs: Paragraph[] } = {
  title: 'Single points of contact',
  paragraphs: [
    paragraph(
      `For the authorities of the Member States, the European Commission and the European Board for Digital Services (article 11 of the EU’s Digital Services Act), and for everybody who uses ${SITE.name} (article 12): `,
      supportLink,
      '. You can write in English or Irish. A person reads it, not a machine.',
    ),
    paragraph(
      'To report something illegal, use the Report link at the end of the page it is on. What can be published, how we decide and how to object is in our ',
      link('Rules', '/rules'),
      ', and how everybody can use the site is under ',
      link('Accessibility', '/accessibility'),
      '.',
    ),
  ],
}
