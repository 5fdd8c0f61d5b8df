import type { FeatureName } from '../../contract/features.ts'

// `to` is a path of this site, a full address or a mailto: address.
export type Link = { text: string; to: string }

export type Text = (string | Link)[]

export type Paragraph = { kind: 'paragraph'; text: Text }
export type List = { kind: 'list'; items: Text[] }
export type Table = { kind: 'table'; caption: string; head: string[]; rows: string[][] }
export type Block = Paragraph | List | Table

export type Section = { id: string; title: string; blocks: Block[] }
export type LegalPage = { title: string; lastUpdated: string; sections: Section[] }

/** What is said instead where one of these features is on: nothing that is there is called coming. */
export type Instead<T> = { features: FeatureName[]; said: T }

export type Question = { question: string; answer: Block[]; instead?: Instead<Block[]> }
export type QuestionGroup = { id: string; title: string; questions: Question[] }

// All three legal pages carry the same date, in these letters.
export const legalLastUpdated = 'April 5, 2025'

export const link = (text: string, to: string): Link => ({ text, to })

export const paragraph = (...text: Text): Paragraph => ({ kind: 'paragraph', text })

export const list = (...items: (string | Text)[]): List => ({
  kind: 'list',
  items: items.map((item) => (typeof item === 'string' ? [item] : item)),
})

export const table = (caption: string, head: string[], ...rows: string[][]): Table => ({
  kind: 'table',
  caption,
  head,
  rows,
})

const toBlock = (block: string | Block) => (typeof block === 'string' ? paragraph(block) : block)

export const section = (id: string, title: string, ...blocks: (string | Block)[]): Section => ({
  id,
  title,
  blocks: blocks.map(toBlock),
})

export const ask = (question: string, ...answer: (string | Block)[]): Question => ({
  question,
  answer: answer.map(toBlock),
})

/** An answer that is another one where a feature is on. */
export const askUnless = (features: FeatureName[], question: string, off: string, on: string): Question => ({
  ...ask(question, off),
  instead: { features, said: [paragraph(on)] },
})

export const saidWith = <T>(enabled: readonly string[], usual: T, instead?: Instead<T>): T =>
  instead?.features.some((name) => enabled.includes(name)) ? instead.said : usual
