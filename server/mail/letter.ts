// What an email says, before it is known what its reader may be sent. Whatever somebody wrote is marked as words, and
// unconfirmed.ts decides what becomes of them.
import { withoutLinks } from '../../contract/links.ts'

export interface Words {
  words: string
  /** Said instead when nothing of them is left. */
  otherwise: string
  /** Said instead where none may be said; as `otherwise` unless given. */
  leftOut?: string
  /** Only as a whole: if there is no link in them, or only to a confirmed address. */
  whole?: 'without links' | 'confirmed'
  /** What is longer is cut. */
  most?: number
  /** A language tag, if the author gave one. */
  language?: string | null
}

export type Text = string | number | Words | Text[]

/** As a template: say`Your booking: ${title}`. */
export const say = (strings: TemplateStringsArray, ...parts: Text[]): Text =>
  strings.flatMap((text, at) => [text, parts[at] ?? ''])

/** A title, a note, a name: whatever one person wrote and another is sent. */
export const words = (
  written: string,
  otherwise: string,
  how: Pick<Words, 'leftOut' | 'whole' | 'most' | 'language'> = {},
): Words => ({ words: written, otherwise, ...how })

/** In the language that its creator gave. */
export const titleWords = ({ title, language }: { title: string; language: string | null }, otherwise: string) =>
  words(title, otherwise, { language })

/** A part of a text as its reader may see it: ours, or somebody's words with their language. */
export type Run = string | { words: string; language?: string | null }

export const plainRuns = (runs: Run[]) => runs.map((run) => (typeof run === 'string' ? run : run.words)).join('')

export type Block<T = Text> =
  | { kind: 'text'; text: T }
  /** Small and quiet: what to do when it was not you, when it expires. */
  | { kind: 'note'; text: T }
  /** Left out when nothing of the words is left. */
  | { kind: 'quote'; from: string; text: T }
  | { kind: 'button'; label: string; url: string }
  /** Several equal actions. */
  | { kind: 'choices'; choices: { label: T; url: string }[] }
  /** A row whose words are all gone is left out. */
  | { kind: 'facts'; rows: [label: T, value: T][] }
  /** A picture at an address, as wide as the letter; says nothing that the words do not. */
  | { kind: 'banner'; url: string; width: number; height: number }
  /** A picture among the attachments, named by its cid. */
  | { kind: 'picture'; cid: string; alt: string; width: number }

export interface Attachment {
  filename: string
  content: string | Buffer
  contentType: string
  cid?: string
}

export interface Letter {
  /** A bare address is one that nobody has confirmed. */
  to: { email: string; emailConfirmedAt: Date | null } | string
  subject: Text
  /** Shown by mail programs beside the subject. */
  preview: Text
  heading: Text
  blocks: Block[]
  /** Where an answer goes; without it, to the sender of all our emails. */
  replyTo?: string
  /** `plain` gives texts as this reader may see them. */
  attachments?: (plain: (text: Text) => string) => Promise<Attachment[]>
  /** A link below the letter that ends emails of this sort, which mail programs show as a button too. */
  ending?: { label: string; token: string }
}

export const addressIn = ({ to }: Letter) => (typeof to === 'string' ? to : to.email)

/** Accounts from before names were checked may have a link for a name. */
export const greetingName = ({ firstName }: { firstName: string }) => withoutLinks(firstName) || 'there'

export const greeting = (reader: { firstName: string }, text: Text): Block => ({
  kind: 'text',
  text: say`Hello ${greetingName(reader)},\n\n${text}`,
})
