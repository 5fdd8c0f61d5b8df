import { team } from '../content/team.ts'
import { FounderQuote, Lead } from '../features/reading/lead.tsx'
import { TeamMemberCard } from '../features/reading/team-member-card.tsx'
import style from '../features/reading/team.module.css'
import { pageMeta } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

export const meta = () => pageMeta(team.title, 'The two people who make Hooley, and why they do.')

export default function Team() {
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
