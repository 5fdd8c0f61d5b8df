import type { QuestionGroup } from '../../content/types.ts'
import { AccordionItem } from '../../ui/accordion.tsx'
import style from './questions.module.css'
import { RichText } from './rich-text.tsx'

export const HelpSection = ({ section, isOpen }: { section: QuestionGroup; isOpen: boolean }) => (
  <AccordionItem name="help" id={section.id} title={section.title} level={2} isOpen={isOpen}>
    {section.questions.map(({ question, answer }) => (
      <div key={question} className={style.question}>
        <h3 className={style.asked}>{question}</h3>
        <RichText blocks={answer} />
      </div>
    ))}
  </AccordionItem>
)
