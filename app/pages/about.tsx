import { SITE } from '../../contract/site.ts'
import { about } from '../content/about.ts'
import { FeatureCards } from '../features/reading/feature-cards.tsx'
import { InvitationPanel, Lead } from '../features/reading/lead.tsx'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { isOwnPage } from '../features/reading/own-page.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export const meta = () =>
  pageMeta(
    about.title,
    `A hooley is a lively party. ${SITE.name} is where you find the next one, or fill the room for your own.`,
  )

function OurAbout() {
  const { title, text, button } = about.callToAction
  return (
    <Page>
      <Lead title={about.title} paragraphs={about.intro} />
      <FeatureCards features={about.features} />
      <InvitationPanel title={title} text={text}>
        <ButtonLink to={button.to}>{button.text}</ButtonLink>
      </InvitationPanel>
    </Page>
  )
}

export default function About() {
  return isOwnPage('about') ? <LegalDocument name="about" breadcrumb={about.title} /> : <OurAbout />
}
