import { SITE } from '../../contract/site.ts'
import { contact, contactPoints } from '../content/contact.ts'
import { ContactForm } from '../features/contact-form/slot.tsx'
import { ContactCard, ContactPoints } from '../features/reading/contact-card.tsx'
import { Lead } from '../features/reading/lead.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

export const meta = () => pageMeta(contact.title, `Write to ${SITE.name}. A person reads every email.`)

export default function Contact() {
  return (
    <Page narrow>
      <Lead title={contact.title} paragraphs={[contact.intro]} />
      <ContactCard label={contact.emailLabel} email={contact.email} note={contact.note} />
      <ContactForm />
      <ContactPoints {...contactPoints} />
    </Page>
  )
}
