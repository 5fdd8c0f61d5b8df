import { SITE } from '../../contract/site.ts'
import { faq } from '../content/faq.ts'
import { Lead } from '../features/reading/lead.tsx'
import { QuestionCategory } from '../features/reading/question-category.tsx'
import { RichText } from '../features/reading/rich-text.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

export const meta = () =>
  pageMeta(faq.title, `Short answers about finding, booking and creating events on ${SITE.name}.`)

export default function Faq() {
  return (
    <Page narrow>
      <Lead title={faq.title} paragraphs={[faq.intro]} />
      {faq.categories.map((category) => (
        <QuestionCategory key={category.id} category={category} />
      ))}
      <RichText blocks={[faq.more]} />
    </Page>
  )
}
