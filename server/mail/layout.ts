// The frame of every email: one description gives the HTML and its plain-text twin, so neither can forget a fact.
// Everything from outside is escaped here and nowhere else.
import { SITE } from '../../contract/site.ts'
import { darkColour as dark, lightColour as light } from '../site/colours.ts'
import { plainRuns, type Block, type Run } from './letter.ts'

/** As its reader may see it. */
export interface SeenLetter {
  preview: string
  heading: Run[]
  blocks: Block<Run[]>[]
  publicUrl: string
  ending?: { label: string; url: string }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')

// Hebrew, Arabic, Syriac, Thaana and N'Ko. Elsewhere the direction is the one of our own sentence.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

const langOf = (language: string | null | undefined) => (language ? ` lang="${escapeHtml(language)}"` : '')

/** Of an element that holds somebody's words alone. */
export const writtenIn = (language: string | null | undefined) => ` dir="auto"${langOf(language)}`

/** Somebody's words in a sentence of ours do not turn its other words around, and are read in their own language. */
const runHtml = (run: Run) =>
  typeof run === 'string'
    ? lines(run)
    : run.language || RIGHT_TO_LEFT.test(run.words)
      ? `<bdi${langOf(run.language)}>${lines(run.words)}</bdi>`
      : lines(run.words)

/** What an element's start tag says of its text, and the text. Where it is somebody's words alone, it is the element's language. */
function written(runs: Run[]): { of: string; html: string } {
  const [only] = runs
  return runs.length === 1 && typeof only === 'object'
    ? { of: writtenIn(only.language), html: lines(only.words) }
    : { of: ' dir="auto"', html: runs.map(runHtml).join('') }
}

const FONT = "font-family:'Bricolage Grotesque','Helvetica Neue',Helvetica,Arial,sans-serif"

function textHtml(text: Run[]) {
  const { of, html } = written(text)
  return `<p class="ink"${of} style="margin:0 0 20px;font-size:16px;line-height:1.55;color:${light('ink')}">${html}</p>`
}

const blockHtml = (block: Block<Run[]>): string => {
  switch (block.kind) {
    case 'text':
      return textHtml(block.text)
    case 'quote':
      return textHtml([`${block.from}\n\n`, ...block.text])
    case 'note':
      return `<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light('quiet')}">${block.text.map(runHtml).join('')}</p>`
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

const choiceHtml = ({ label, url }: { label: Run[]; url: string }) =>
  `<a class="ink choice" href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 10px 0;padding:12px 22px;border:2px solid ${light('accent')};border-radius:999px;color:${light('ink')};font-size:16px;font-weight:600;text-decoration:none">${label.map(runHtml).join('')}</a>`

// A longer label would leave a phone no room for what it labels, so that one is below it.
const LONGEST_BESIDE = 18

/** What can be followed is a link: not every email program makes one of an address. */
function valueHtml(runs: Run[]): { of: string; html: string } {
  const value = plainRuns(runs)
  if (!/^https?:\/\/\S+$/.test(value) || !URL.canParse(value)) return written(runs)
  const address = escapeHtml(value)
  const html = `<a class="ink" href="${address}" style="color:${light('ink')};word-break:break-all">${address}</a>`
  return { of: ' dir="auto"', html }
}

const FACT = `color:${light('fact')};font-size:13px;font-weight:600`
const LINE = 'border-top:1px solid #e7dfd2'
const VALUE = `color:${light('ink')};font-size:16px`

function factHtml([label, value]: [Run[], Run[]]) {
  const { of, html } = valueHtml(value)
  const name = label.map(runHtml).join('')
  return plainRuns(label).length > LONGEST_BESIDE
    ? `<tr><td colspan="2" class="ink line" style="padding:10px 0;${LINE};${VALUE}"><span class="fact" style="${FACT}">${name}</span><br><span${of}>${html}</span></td></tr>`
    : `<tr><td class="fact line" style="padding:10px 16px 10px 0;${LINE};${FACT};white-space:nowrap;vertical-align:top">${name}</td><td class="ink line"${of} style="padding:10px 0;${LINE};${VALUE};width:100%">${html}</td></tr>`
}

const blockText = (block: Block<Run[]>): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return plainRuns(block.text)
    case 'quote':
      return `${block.from}\n\n${plainRuns(block.text)}`
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'choices':
      return block.choices.map(({ label, url }) => `${plainRuns(label)}:\n${url}`).join('\n\n')
    case 'facts':
      return block.rows.map((row) => row.map(plainRuns).join(': ')).join('\n')
    case 'banner':
      return ''
    case 'picture':
      return block.alt
  }
}

// For mail programs that follow the system's colours; the inline ones serve all others.
const DARK = `@media (prefers-color-scheme:dark){.paper{background:${dark('paper')}!important}.card{background:${dark('raised')}!important}.ink{color:${dark('ink')}!important}.quiet{color:${dark('quiet')}!important}.fact{color:${dark('fact')}!important}.line{border-color:#2a3048!important}.action{background:${dark('accent')}!important;color:${dark('on-accent')}!important}.choice{border-color:${dark('accent')}!important}}`

const endingHtml = ({ label, url }: NonNullable<SeenLetter['ending']>) =>
  `<br><a class="quiet" href="${escapeHtml(url)}" style="color:${light('quiet')}">${escapeHtml(label)}</a>`

const OUR_MARK = `<span style="display:inline-block;width:16px;height:16px;margin-right:8px;border-radius:8px 8px 8px 3px;background:${light('accent')}"></span>`

export function letterHtml({ preview, heading, blocks, publicUrl, ending }: SeenLetter): string {
  const home = escapeHtml(publicUrl)
  const title = written(heading)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(plainRuns(heading))}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;background:${light('paper')};${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" cellpadding="0" cellspacing="0" style="width:100%;background:${light('paper')}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;${FONT}">
<tr><td style="padding:0 4px 20px"><a class="ink" href="${home}" style="color:${light('ink')};font-size:22px;font-weight:700;letter-spacing:-0.02em;text-decoration:none">${SITE.logo ? '' : OUR_MARK}${escapeHtml(SITE.name)}</a></td></tr>
<tr><td class="card" style="padding:36px 32px 24px;border-radius:24px;background:${light('raised')}">
<h1 class="ink"${title.of} style="margin:0 0 20px;font-size:28px;line-height:1.15;letter-spacing:-0.02em;color:${light('ink')}">${title.html}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:20px 4px;font-size:13px;line-height:1.5;color:${light('quiet')}">${escapeHtml(SITE.name)}, events worth leaving the house for.<br>Questions? <a class="quiet" href="mailto:${SITE.supportEmail}" style="color:${light('quiet')}">${SITE.supportEmail}</a>${ending ? endingHtml(ending) : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

export const letterText = ({ heading, blocks, publicUrl, ending }: SeenLetter): string =>
  [
    plainRuns(heading),
    ...blocks.map(blockText).filter(Boolean),
    `${SITE.name}\n${publicUrl}\nQuestions? ${SITE.supportEmail}`,
  ].join('\n\n') + (ending ? `\n\n${ending.label}:\n${ending.url}\n` : '\n')
