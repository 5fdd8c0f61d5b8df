import type { QuestionGroup } from '../../content/types.ts'
import { AccordionItem } from '../../ui/accordion.tsx'
import style from './questions.module.css'
import { RichText } from './rich-text.tsx'

/** One category of the FAQ; over all categories one answer is open at a time. */
export const QuestionCategory = ({ category }: { category: QuestionGroup }) => (
  <section className={style.group} aria-labelledby={category.id}>
    <h2 id={category.id} className={style.category}>
      {category.title}
    </h2>
    {category.questions.map(({ question, answer }) => (
      <AccordionItem key={question} name="faq" title={question} level={3}>
        <RichText blocks={answer} />
      </AccordionItem>
    ))}
  </section>
)
