import type { FeatureName } from '../../contract/features.ts'

// `to` is a path of this site, a full address or a mailto: address.
export type Link = { text: string; to: string }

/** A sentence that depends on a feature, so that nothing that is switched on is called coming. */
export type Either = { feature: FeatureName; off: string; on: string }

export type Text = (string | Link | Either)[]

export type Paragraph = { kind: 'paragraph'; text: Text }
export type List = { kind: 'list'; items: Text[] }
export type Table = { kind: 'table'; caption: string; head: string[]; rows: string[][] }
export type Block = Paragraph | List | Table

export type Section = { id: string; title: string; blocks: Block[] }
export type LegalPage = { title: string; lastUpdated: string; sections: Section[] }

export type Question = { question: string; answer: Block[] }
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

export const either = (feature: FeatureName, words: { off?: string; on?: string }): Either => ({
  feature,
  off: words.off ?? '',
  on: words.on ?? '',
})

/** What is true of the features that are on. */
export const saidWith = (enabled: readonly string[], text: Text): (string | Link)[] =>
  text.map((piece) =>
    typeof piece === 'object' && 'feature' in piece ? (enabled.includes(piece.feature) ? piece.on : piece.off) : piece,
  )
