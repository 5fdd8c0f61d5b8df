// What an event has for people who need it: a fixed list, so that a filter finds all that have it. What a request may say of
// them is in event-body.ts: screens that name them come without zod.

export const ACCESS_FACTS = [
  'step-free',
  'accessible-toilet',
  'hearing-loop',
  'captions',
  'sign-language',
  'quiet-space',
  'companion-free',
] as const

export type AccessFact = (typeof ACCESS_FACTS)[number]

export const ACCESS_NAMES: Record<AccessFact, string> = {
  'step-free': 'Step-free access',
  'accessible-toilet': 'Accessible toilet',
  'hearing-loop': 'Hearing loop',
  captions: 'Captions',
  'sign-language': 'Sign language',
  'quiet-space': 'Quiet space',
  'companion-free': 'A companion comes free',
}

export const isAccessFact = (text: string): text is AccessFact => (ACCESS_FACTS as readonly string[]).includes(text)

/** 'Hearing loop · Captions' */
export const accessText = (facts: readonly AccessFact[]) => facts.map((fact) => ACCESS_NAMES[fact]).join(' · ')

/** A language tag of BCP 47 as it is written: 'PT-br' is pt-BR. Null: it is none. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
