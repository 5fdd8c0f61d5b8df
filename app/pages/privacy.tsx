import { SITE } from '../../contract/site.ts'
import { privacy } from '../content/privacy.ts'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () =>
  pageMeta(privacy.title, `Which personal data ${SITE.name} handles, why, who sees it, and what you can ask of us.`)

export default function Privacy() {
  return (
    <LegalDocument name="privacy" document={privacy} breadcrumb="Privacy Policy">
      <ButtonLink to="/contact">Contact Us</ButtonLink>
    </LegalDocument>
  )
}
