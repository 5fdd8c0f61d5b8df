// The operator's own legal pages: a small part of Markdown (headings, paragraphs, lists, links) becomes the data that our own
// pages are written in, so that they look the same and nothing in them is HTML.

type Link = { text: string; to: string }
type Text = (string | Link)[]
type Block = { kind: 'paragraph'; text: Text } | { kind: 'list'; items: Text[] }

export interface OwnPage {
  title: string
  lastUpdated: string
  sections: { id: string; title: string; blocks: Block[] }[]
}

const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|mailto:|\/)[^\s)]+)\)/g

function textOf(line: string): Text {
  const parts: Text = []
  let from = 0
  for (const match of line.matchAll(LINK)) {
    if (match.index > from) parts.push(line.slice(from, match.index))
    parts.push({ text: match[1] ?? '', to: match[2] ?? '' })
    from = match.index + match[0].length
  }
  if (from < line.length) parts.push(line.slice(from))
  return parts
}

function blockOf(lines: string[]): Block {
  const isList = lines.every((line) => /^([-*] |\s)/.test(line))
  if (!isList) return { kind: 'paragraph', text: textOf(lines.map((line) => line.trim()).join(' ')) }
  const items: string[] = []
  for (const line of lines)
    if (/^[-*] /.test(line)) items.push(line.slice(2))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  return { kind: 'list', items: items.map(textOf) }
}

const idOf = (title: string, at: number) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || `section-${at}`

/** `# Title`, then `## Section` with paragraphs and lists; `Last updated: …` on a line below the title is the date. */
export function ownPage(markdown: string, changedAt: Date): OwnPage {
  const [head = '', ...rest] = markdown.replaceAll('\r\n', '\n').split(/^## /m)
  const title = /^# (.+)$/m.exec(head)?.[1]?.trim() ?? ''
  const date = /^Last updated: (.+)$/m.exec(head)?.[1]?.trim()
  const lastUpdated = date ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(changedAt)
  const blocksOf = (text: string) =>
    text
      .split(/\n{2,}/)
      .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
      .filter((lines) => lines.length > 0)
      .map(blockOf)
  const before = blocksOf(head.replace(/^# .+$/m, '').replace(/^Last updated: .+$/m, ''))
  const sections = rest.map((part, at) => {
    const [first = '', ...lines] = part.split('\n')
    return { id: idOf(first.trim(), at + 1), title: first.trim(), blocks: blocksOf(lines.join('\n')) }
  })
  const intro = before.length > 0 ? [{ id: 'introduction', title: 'Introduction', blocks: before }] : []
  return { title, lastUpdated, sections: [...intro, ...sections] }
}
