// The emails of an event that its organiser can add words to, and the words that the form begins with.
import { THANKS_HOURS } from './limits.ts'

/** welcome: inside the confirmation; reminder: the words of the one a day before; thanks: some hours after the end. */
export const EMAIL_KINDS = ['welcome', 'reminder', 'thanks'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

export interface EmailWords {
  enabled: boolean
  subject: string
  text: string
  /** After the end; only for the thank-you. */
  hours: number
}

/** What the form begins with. */
export const USUAL_EMAILS: Record<EmailKind, EmailWords> = {
  welcome: {
    enabled: false,
    subject: '',
    text: 'Hello {first_name},\n\nWe look forward to seeing you at {event}. Doors open on {date} at {time}.',
    hours: THANKS_HOURS.usual,
  },
  reminder: {
    enabled: false,
    subject: 'See you soon',
    text: 'Hello {first_name},\n\n{event} begins on {date} at {time}. If you can’t come, please give your place back: someone else would love to have it.',
    hours: THANKS_HOURS.usual,
  },
  thanks: {
    enabled: false,
    subject: 'Thank you for coming',
    text: 'Hello {first_name},\n\nThank you for coming to {event}. We hope to see you again.\n\n{organiser}',
    hours: THANKS_HOURS.usual,
  },
}
