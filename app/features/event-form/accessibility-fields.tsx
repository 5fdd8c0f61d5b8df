import { ACCESS_FACTS, ACCESS_NAMES, isAccessFact } from '../../../contract/access-facts.ts'
import { LabelledField } from '../../ui/labelled-field.tsx'
import field from '../../ui/text-field.module.css'
import style from './finding-fields.module.css'
import type { FormState } from './use-form-state.ts'
import * as words from './words.tsx'

// What is spoken in Ireland and around it, and by many who visit; an event that came from elsewhere keeps its own.
const LANGUAGES =
  'en ga ar bg bn cs cy da de el es et eu fa fi fr gd he hi hr hu it ja ko lt lv mt nl no pa pl pt ro ru sk sl so sq sr sv ta th tr uk ur vi yo zh'

function languageOptions(given: string): [value: string, label: string][] {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const tags = new Set([...LANGUAGES.split(' '), ...(given ? [given] : [])])
  return [...tags]
    .map((tag): [string, string] => [tag, names.of(tag) ?? tag])
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
}

/** What the event has for people who need it, and in what language it is described. */
export function AccessibilityFields({ form: { draft, change } }: { form: FormState }) {
  const chosen = draft.accessFacts.split(',').filter(isAccessFact)
  const toggle = (fact: (typeof ACCESS_FACTS)[number]) =>
    change('accessFacts', ACCESS_FACTS.filter((one) => chosen.includes(one) !== (one === fact)).join())
  return (
    <>
      <fieldset className={style.categories}>
        <legend className={style.legend}>{words.whatEventOffers}</legend>
        {ACCESS_FACTS.map((fact) => (
          <label key={fact} className={style.category}>
            <input type="checkbox" checked={chosen.includes(fact)} onChange={() => toggle(fact)} />
            {ACCESS_NAMES[fact]}
          </label>
        ))}
      </fieldset>
      <LabelledField label={words.writtenIn} hint={words.aboutWrittenIn}>
        {(control) => (
          <select
            {...control}
            className={field.select}
            value={draft.language}
            onChange={({ target }) => change('language', target.value)}
          >
            <option value="">{words.notSpecified}</option>
            {languageOptions(draft.language).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
    </>
  )
}
