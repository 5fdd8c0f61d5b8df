import { flagged } from '../../lib/flagged.tsx'
import { ContactFields } from './contact-fields.tsx'

/** The form below the address on the contact page; without the feature there is only the address. */
export const ContactForm = flagged('contact-form', { on: ContactFields, off: () => null })
