// How a person is named to strangers: by the name they chose, else by first name and initial.
import { SITE } from './site.ts'
import { withoutLinks } from './links.ts'

export interface NamedPerson {
  firstName: string
  lastName: string
  publicName?: string
}

/** Accounts from before names were checked may have a link in theirs, and then perhaps nothing else. */
const NOBODY = SITE.name

export function publicNameOf({ firstName, lastName, publicName = '' }: NamedPerson): string {
  const [initial = ''] = lastName
  const name = publicName || `${firstName} ${initial}${initial ? '.' : ''}`
  return withoutLinks(name).trim() || NOBODY
}
