import { SITE } from '../../contract/site.ts'
import { rules } from '../content/rules.ts'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () =>
  pageMeta(
    rules.title,
    `What can be published on ${SITE.name}, how to report something, how we decide and how to object.`,
  )

export default function Rules() {
  return (
    <LegalDocument name="rules" document={rules} breadcrumb="Rules">
      <ButtonLink to="/contact">Contact Us</ButtonLink>
    </LegalDocument>
  )
}
