import { useEffect, useState, type ReactNode } from 'react'
import { AccordionItem } from '../../ui/accordion.tsx'
import { AccessibilityFields } from './accessibility-fields.tsx'
import { EMPTY_DRAFT, type EventDraft } from './draft.ts'
import { FindingFields } from './finding-fields.tsx'
import { AccessFields, LimitFields } from './limit-fields.tsx'
import type { FormState } from './use-form-state.ts'
import * as words from './words.tsx'

/** Fields that say something, or are wrong, are never hidden unless the person folds them up. */
export const shouldOpen = ({ draft, problems }: Pick<FormState, 'draft' | 'problems'>, fields: (keyof EventDraft)[]) =>
  fields.some((field) => draft[field] !== EMPTY_DRAFT[field] || field in problems)

interface FoldProps {
  title: string
  form: FormState
  fields: (keyof EventDraft)[]
  children: ReactNode
}

function Fold({ title, form, fields, children }: FoldProps) {
  const isNeeded = shouldOpen(form, fields)
  const [isOpen, setIsOpen] = useState(isNeeded)
  useEffect(() => {
    if (isNeeded) setIsOpen(true)
  }, [isNeeded])
  return (
    <AccordionItem title={title} level={2} isOpen={isOpen} onToggle={setIsOpen}>
      <div className="stack column gap-20">{children}</div>
    </AccordionItem>
  )
}

/** What few events need. Beyond the specification's fields, so the progress does not count it. */
export const OptionalFields = ({ form, ballot }: { form: FormState; ballot: ReactNode }) => (
  <>
    <Fold title={words.helpFindIt} form={form} fields={['town', 'categories']}>
      <FindingFields form={form} />
    </Fold>
    <Fold title={words.accessAndLanguage} form={form} fields={['accessFacts', 'language']}>
      <AccessibilityFields form={form} />
    </Fold>
    <Fold
      title={words.bookingRules}
      form={form}
      fields={['maxPerPerson', 'bookingClosesAt', 'approval', 'confirm', 'extraPlaces']}
    >
      <LimitFields form={form} />
      {ballot}
    </Fold>
    <Fold title={words.findingAndEntry} form={form} fields={['visibility', 'admission', 'bookingUrl']}>
      <AccessFields form={form} />
    </Fold>
  </>
)
