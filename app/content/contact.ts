import { link } from './types.ts'

export const supportEmail = 'support@hooley.example'

export const supportLink = link(supportEmail, `mailto:${supportEmail}`)

export const contact = {
  title: 'Contact Us',
  intro: 'A question, an idea, or something that does not work? Write to us. A person reads every email.',
  emailLabel: 'Email',
  email: supportLink,
  note: 'We usually answer within two business days. If it is about a booking, tell us the event and the email address you booked with, and we’ll find it faster.',
}
