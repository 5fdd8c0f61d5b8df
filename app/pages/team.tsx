import { SITE } from '../../contract/site.ts'
import { team } from '../content/team.ts'
import { FounderQuote, Lead } from '../features/reading/lead.tsx'
import { TeamMemberCard } from '../features/reading/team-member-card.tsx'
import style from '../features/reading/team.module.css'
import { LegalDocument } from '../features/reading/legal-document.tsx'
import { isOwnPage } from '../features/reading/own-page.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

export const meta = () => pageMeta(team.title, `The two people who make ${SITE.name}, and why they do.`)

function OurTeam() {
  return (
    <Page>
      <Lead title={team.title} paragraphs={[team.intro]} />
      <FounderQuote {...team.quote} />
      <div className={style.members}>
        {team.members.map((member) => (
          <TeamMemberCard key={member.name} member={member} />
        ))}
      </div>
    </Page>
  )
}

export default function Team() {
  return isOwnPage('team') ? <LegalDocument name="team" breadcrumb={team.title} /> : <OurTeam />
}
