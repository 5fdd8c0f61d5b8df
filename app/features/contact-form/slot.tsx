import { flagged } from '../../lib/flagged.tsx'

/** The form below the address on the contact page; without the feature there is only the address. */
export const ContactForm = flagged('contact-form', { off: () => null })
