import { SITE } from '../../contract/site.ts'
import { terms } from '../content/terms.ts'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () =>
  pageMeta(
    terms.title,
    `The agreement between you and ${SITE.name}: accounts, events, bookings, content and liability.`,
  )

export default function Terms() {
  return (
    <LegalDocument name="terms" document={terms} breadcrumb="Terms">
      <ButtonLink to="/contact">Contact Us</ButtonLink>
    </LegalDocument>
  )
}
