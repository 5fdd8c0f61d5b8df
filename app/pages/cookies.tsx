import { SITE } from '../../contract/site.ts'
import { cookies } from '../content/cookies.ts'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () =>
  pageMeta(
    cookies.title,
    `Every cookie and every entry of device storage that ${SITE.name} uses, what for and for how long.`,
  )

export default function Cookies() {
  return (
    <LegalDocument name="cookies" document={cookies} breadcrumb="Cookie Policy">
      <ButtonLink to="/contact">Contact Us</ButtonLink>
      <ButtonLink to="/privacy" look="outlined">
        Privacy Policy
      </ButtonLink>
    </LegalDocument>
  )
}
