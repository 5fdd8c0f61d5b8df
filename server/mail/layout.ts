// The frame of every email: one description gives the HTML and its plain-text twin, so neither can forget a fact.
// Everything from outside is escaped here and nowhere else.
import { SITE } from '../../contract/site.ts'
import { darkColour as dark, lightColour as light } from '../site/colours.ts'
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
      return `<p class="ink" dir="auto" style="margin:0 0 20px;font-size:16px;line-height:1.55;color:${light('ink')}">${lines(block.text)}</p>`
    case 'quote':
      return blockHtml({ kind: 'text', text: `${block.from}\n\n${block.text}` })
    case 'note':
      return `<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light('quiet')}">${lines(block.text)}</p>`
    case 'button':
      return `<p style="margin:28px 0"><a class="action" href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:${light('accent')};color:${light('on-accent')};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`
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
  `<a class="ink choice" href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 10px 0;padding:12px 22px;border:2px solid ${light('accent')};border-radius:999px;color:${light('ink')};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

// A longer label would leave a phone no room for what it labels, so that one is below it.
const LONGEST_BESIDE = 18

/** What can be followed is a link: not every email program makes one of an address. */
const valueHtml = (value: string) =>
  /^https?:\/\/\S+$/.test(value) && URL.canParse(value)
    ? `<a class="ink" href="${escapeHtml(value)}" style="color:${light('ink')};word-break:break-all">${escapeHtml(value)}</a>`
    : lines(value)

const FACT = `color:${light('fact')};font-size:13px;font-weight:600`
const LINE = 'border-top:1px solid #e7dfd2'
const VALUE = `color:${light('ink')};font-size:16px`

const factHtml = ([label, value]: [string, string]) =>
  label.length > LONGEST_BESIDE
    ? `<tr><td colspan="2" class="ink line" style="padding:10px 0;${LINE};${VALUE}"><span class="fact" style="${FACT}">${escapeHtml(label)}</span><br>${valueHtml(value)}</td></tr>`
    : `<tr><td class="fact line" style="padding:10px 16px 10px 0;${LINE};${FACT};white-space:nowrap;vertical-align:top">${escapeHtml(label)}</td><td class="ink line" dir="auto" style="padding:10px 0;${LINE};${VALUE};width:100%">${valueHtml(value)}</td></tr>`

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
const DARK = `@media (prefers-color-scheme:dark){.paper{background:${dark('paper')}!important}.card{background:${dark('raised')}!important}.ink{color:${dark('ink')}!important}.quiet{color:${dark('quiet')}!important}.fact{color:${dark('fact')}!important}.line{border-color:#2a3048!important}.action{background:${dark('accent')}!important;color:${dark('on-accent')}!important}.choice{border-color:${dark('accent')}!important}}`

const endingHtml = ({ label, url }: NonNullable<PlainLetter['ending']>) =>
  `<br><a class="quiet" href="${escapeHtml(url)}" style="color:${light('quiet')}">${escapeHtml(label)}</a>`

const OUR_MARK = `<span style="display:inline-block;width:16px;height:16px;margin-right:8px;border-radius:8px 8px 8px 3px;background:${light('accent')}"></span>`

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
<body class="paper" style="margin:0;background:${light('paper')};${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" cellpadding="0" cellspacing="0" style="width:100%;background:${light('paper')}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;${FONT}">
<tr><td style="padding:0 4px 20px"><a class="ink" href="${home}" style="color:${light('ink')};font-size:22px;font-weight:700;letter-spacing:-0.02em;text-decoration:none">${SITE.logo ? '' : OUR_MARK}${escapeHtml(SITE.name)}</a></td></tr>
<tr><td class="card" style="padding:36px 32px 24px;border-radius:24px;background:${light('raised')}">
<h1 class="ink" dir="auto" style="margin:0 0 20px;font-size:28px;line-height:1.15;letter-spacing:-0.02em;color:${light('ink')}">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:20px 4px;font-size:13px;line-height:1.5;color:${light('quiet')}">${escapeHtml(SITE.name)}, events worth leaving the house for.<br>Questions? <a class="quiet" href="mailto:${SITE.supportEmail}" style="color:${light('quiet')}">${SITE.supportEmail}</a>${ending ? endingHtml(ending) : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

export const letterText = ({ heading, blocks, publicUrl, ending }: PlainLetter): string =>
  [
    heading,
    ...blocks.map(blockText).filter(Boolean),
    `${SITE.name}\n${publicUrl}\nQuestions? ${SITE.supportEmail}`,
  ].join('\n\n') + (ending ? `\n\n${ending.label}:\n${ending.url}\n` : '\n')
