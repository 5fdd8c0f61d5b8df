// The frame of every email: one description gives the HTML and its plain-text twin, so neither can forget a fact.
// Everything from outside is escaped here and nowhere else.
import type { Block } from './letter.ts'

/** As its reader may see it. */
export interface PlainLetter {
  preview: string
  heading: string
  blocks: Block<string>[]
  publicUrl: string
  ending?: { label: string; url: string }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')

const FONT = "font-family:'Bricolage Grotesque','Helvetica Neue',Helvetica,Arial,sans-serif"

const blockHtml = (block: Block<string>): string => {
  switch (block.kind) {
    case 'text':
      return `<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:1.55;color:#1a1d29">${lines(block.text)}</p>`
    case 'quote':
      return blockHtml({ kind: 'text', text: `${block.from}\n\n${block.text}` })
    case 'note':
      return `<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#5d6070">${lines(block.text)}</p>`
    case 'button':
      return `<p style="margin:28px 0"><a class="action" href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:#d93c20;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`
    case 'choices':
      return `<p style="margin:28px 0 18px">${block.choices.map(choiceHtml).join(' ')}</p>`
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${block.rows.map(factHtml).join('')}</table>`
    case 'banner':
      return `<p style="margin:0 0 20px"><img src="${escapeHtml(block.url)}" alt="" width="${block.width}" height="${block.height}" style="display:block;width:100%;height:auto;border-radius:12px"></p>`
    case 'picture':
      return `<p style="margin:0 0 20px"><img src="cid:${escapeHtml(block.cid)}" alt="${escapeHtml(block.alt)}" width="${block.width}" style="display:block;max-width:100%;border-radius:12px"></p>`
  }
}

const choiceHtml = ({ label, url }: { label: string; url: string }) =>
  `<a class="ink choice" href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 10px 0;padding:12px 22px;border:2px solid #d93c20;border-radius:999px;color:#1a1d29;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

// A longer label would leave a phone no room for what it labels, so that one is below it.
const LONGEST_BESIDE = 18

/** What can be followed is a link: not every email program makes one of an address. */
const valueHtml = (value: string) =>
  /^https?:\/\/\S+$/.test(value) && URL.canParse(value)
    ? `<a class="ink" href="${escapeHtml(value)}" style="color:#1a1d29;word-break:break-all">${escapeHtml(value)}</a>`
    : lines(value)

const FACT = 'color:#0b5f5c;font-size:13px;font-weight:600'
const LINE = 'border-top:1px solid #e7dfd2'
const VALUE = 'color:#1a1d29;font-size:16px'

const factHtml = ([label, value]: [string, string]) =>
  label.length > LONGEST_BESIDE
    ? `<tr><td colspan="2" class="ink line" style="padding:10px 0;${LINE};${VALUE}"><span class="fact" style="${FACT}">${escapeHtml(label)}</span><br>${valueHtml(value)}</td></tr>`
    : `<tr><td class="fact line" style="padding:10px 16px 10px 0;${LINE};${FACT};white-space:nowrap;vertical-align:top">${escapeHtml(label)}</td><td class="ink line" style="padding:10px 0;${LINE};${VALUE};width:100%">${valueHtml(value)}</td></tr>`

const blockText = (block: Block<string>): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'quote':
      return `${block.from}\n\n${block.text}`
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'choices':
      return block.choices.map(({ label, url }) => `${label}:\n${url}`).join('\n\n')
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'banner':
      return ''
    case 'picture':
      return block.alt
  }
}

// For mail programs that follow the system's colours; the inline ones serve all others.
const DARK = `@media (prefers-color-scheme:dark){.paper{background:#0e1220!important}.card{background:#171c2e!important}.ink{color:#f4efe6!important}.quiet{color:#a3a8bc!important}.fact{color:#6fd0c8!important}.line{border-color:#2a3048!important}.action{background:#ff6a4d!important;color:#190703!important}.choice{border-color:#ff6a4d!important}}`

const endingHtml = ({ label, url }: NonNullable<PlainLetter['ending']>) =>
  `<br><a class="quiet" href="${escapeHtml(url)}" style="color:#5d6070">${escapeHtml(label)}</a>`

export function letterHtml({ preview, heading, blocks, publicUrl, ending }: PlainLetter): string {
  const home = escapeHtml(publicUrl)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;background:#fbf6ee;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" cellpadding="0" cellspacing="0" style="width:100%;background:#fbf6ee"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;${FONT}">
<tr><td style="padding:0 4px 20px"><a class="ink" href="${home}" style="color:#1a1d29;font-size:22px;font-weight:700;letter-spacing:-0.02em;text-decoration:none"><span style="display:inline-block;width:16px;height:16px;margin-right:8px;border-radius:8px 8px 8px 3px;background:#d93c20"></span>Hooley</a></td></tr>
<tr><td class="card" style="padding:36px 32px 24px;border-radius:24px;background:#ffffff">
<h1 class="ink" style="margin:0 0 20px;font-size:28px;line-height:1.15;letter-spacing:-0.02em;color:#1a1d29">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:20px 4px;font-size:13px;line-height:1.5;color:#5d6070">Hooley, events worth leaving the house for.<br>Questions? <a class="quiet" href="mailto:support@hooley.example" style="color:#5d6070">support@hooley.example</a>${ending ? endingHtml(ending) : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

export const letterText = ({ heading, blocks, publicUrl, ending }: PlainLetter): string =>
  [heading, ...blocks.map(blockText).filter(Boolean), `Hooley\n${publicUrl}\nQuestions? support@hooley.example`].join(
    '\n\n',
  ) + (ending ? `\n\n${ending.label}:\n${ending.url}\n` : '\n')
