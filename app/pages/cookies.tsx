import { cookies } from '../content/cookies.ts'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () =>
  pageMeta(cookies.title, 'Every cookie and every entry of device storage that Hooley uses, what for and for how long.')

export default function Cookies() {
  return (
    <LegalDocument document={cookies} breadcrumb="Cookie Policy">
      <ButtonLink to="/contact">Contact Us</ButtonLink>
      <ButtonLink to="/privacy" look="outlined">
        Privacy Policy
      </ButtonLink>
    </LegalDocument>
  )
}
