import { SITE } from '../../contract/site.ts'
import { help } from '../content/help.ts'
import { HelpSection } from '../features/reading/help-section.tsx'
import { Lead } from '../features/reading/lead.tsx'
import style from '../features/reading/questions.module.css'
import { RichText } from '../features/reading/rich-text.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

export const meta = () =>
  pageMeta(help.title, `How ${SITE.name} works, from your first booking to your first full house.`)

export default function Help() {
  return (
    <Page narrow>
      <Lead title={help.title} paragraphs={[help.intro]} />
      <div className={style.group}>
        {help.sections.map((section, index) => (
          <HelpSection key={section.id} section={section} isOpen={index === 0} />
        ))}
      </div>
      <RichText blocks={[help.more]} />
    </Page>
  )
}
