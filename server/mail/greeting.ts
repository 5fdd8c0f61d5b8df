import { withoutLinks } from '../../contract/links.ts'

/** Accounts from before names were checked may have a link for a name. */
export const greetingName = ({ firstName }: { firstName: string }) => withoutLinks(firstName) || 'there'
