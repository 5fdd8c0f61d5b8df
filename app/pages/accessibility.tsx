import { SITE } from '../../contract/site.ts'
import { accessibility } from '../content/accessibility.ts'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () =>
  pageMeta(accessibility.title, `Who can use ${SITE.name} and how, what we test, and what isn’t good yet.`)

export default function Accessibility() {
  return (
    <LegalDocument name="accessibility" document={accessibility} breadcrumb="Accessibility">
      <ButtonLink to="/contact">Contact Us</ButtonLink>
    </LegalDocument>
  )
}
