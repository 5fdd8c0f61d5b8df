// An event on paper: an A3 sheet with its picture, its facts, a QR code and eight strips to tear off. HTML and styles
// alone; the browser prints it or saves it as a PDF.
import encodeQR from 'qr'
import { formatTime, formatUntil, zoneShortName } from '../../../contract/dates.ts'
import { HOUR } from '../../../contract/durations.ts'
import { eventPath } from '../../../contract/event-access.ts'
import { eventPicture } from '../../../contract/event-picture.ts'
import type { Event } from '../../../contract/events.ts'
import { formatterFor } from '../../../contract/formatters.ts'
import { posterPath, seedOfEvent } from '../../../contract/poster.ts'
import { priceLabel } from '../../../contract/price.ts'
import { sha256 } from '../../http/security.ts'
import { escapeHtml, writtenIn } from '../../mail/layout.ts'
import { posterSvg } from '../../posters/poster.ts'
import { stateOf, type FrameSettings } from './event-frame.ts'
import { SITE } from '../../../contract/site.ts'
import { LOGO } from './frame-page.ts'

const STRIPS = 8
// In letters of the width 1: about 36 Latin ones.
const STRIP_WIDTH = 20
/** What Insights counts bookings under, unless the poster has a name. */
const SOURCE = 'poster'
export const MOST_SOURCE_LETTERS = 60

// Lengths are in --u, a millimetre of the sheet: as large as it is on paper, as large as fits on a screen.
const TITLE_SIZES = [52, 44, 37, 31, 26, 22, 18, 15]
const BROKEN_SIZES = TITLE_SIZES.filter((size) => size <= 31)
const TITLE_WIDTH = 265
const TITLE_HEIGHT = 94

/** `fontUrl`: of the built pages; null in development. */
export const posterStyle = (fontUrl: string | null) =>
  `${fontUrl ? `@font-face{font-family:'Bricolage Grotesque';src:url(${fontUrl}) format('woff2');font-weight:400 800}` : ''}
@page{size:A3 portrait;margin:0}
:root{color-scheme:light dark;--u:min(1mm,calc((100vw - 32px)/297));--bar:light-dark(#1a1d29,#f4efe6);--accent:light-dark(#d93c20,#ff6a4d);--on-accent:light-dark(#ffffff,#190703)}
*{box-sizing:border-box;margin:0}
body{background:light-dark(#e7dfd2,#0e1220);font:16px/1.45 'Bricolage Grotesque',system-ui,sans-serif}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:12px 24px;max-width:calc(297*var(--u));margin:0 auto;padding:16px 0;color:var(--bar)}
.bar p{flex:1 1 240px}.bar a{color:inherit}
button{min-height:48px;padding:0 28px;border:0;border-radius:999px;background:var(--accent);color:var(--on-accent);font:650 16px 'Bricolage Grotesque',system-ui,sans-serif;cursor:pointer}
a:focus-visible,button:focus-visible{outline:3px solid light-dark(#0b5f5c,#6fd0c8);outline-offset:3px}
.sheet{display:flex;flex-direction:column;width:calc(297*var(--u));height:calc(420*var(--u));margin:0 auto 32px;overflow:hidden;background:#fff;color:#1a1d29;color-scheme:light;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.picture{display:block;flex:1 1 0;width:100%;min-height:calc(70*var(--u));object-fit:cover;background:#1a2140}
.words{padding:calc(11*var(--u)) calc(16*var(--u)) calc(9*var(--u));overflow-wrap:anywhere}
h1{font-weight:800;line-height:1.02;letter-spacing:-.02em;text-wrap:balance}
${TITLE_SIZES.map((size, at) => `.t${at}{font-size:calc(${size}*var(--u))}`).join('')}
.facts{display:flex;gap:calc(12*var(--u));align-items:flex-end;justify-content:space-between;margin-top:calc(8*var(--u))}
.facts>div:first-child{flex:1;min-width:0}
.day{color:#0b5f5c;font-size:calc(14*var(--u));line-height:1.1;font-weight:750}
.time{color:#0b5f5c;font-size:calc(10*var(--u));font-weight:650}
.place{margin-top:calc(4*var(--u));font-size:calc(8.6*var(--u));line-height:1.2;font-weight:600}
.long{font-size:calc(7*var(--u))}.longer{font-size:calc(5.6*var(--u))}
.state{display:inline-block;margin-top:calc(5*var(--u));padding:calc(1.5*var(--u)) calc(6*var(--u));border-radius:999px;background:#1a1d29;color:#fff;font-size:calc(7*var(--u));font-weight:700}
.scan{flex:none;width:calc(62*var(--u));text-align:center;font-size:calc(6*var(--u));font-weight:700}
.defs{position:absolute;width:0;height:0}.code{display:block;width:100%}
.brand{display:flex;align-items:center;justify-content:center;gap:calc(1.5*var(--u));font-size:calc(5*var(--u));font-weight:600}
.brand svg{width:calc(5*var(--u));height:calc(5*var(--u));fill:#d93c20}
ul{display:flex;height:calc(84*var(--u));padding:0;border-top:1px dashed #8d8577;list-style:none}
li{display:flex;flex-direction:column;align-items:center;flex:1 1 0;min-width:0;padding:calc(3*var(--u)) calc(2*var(--u)) calc(5*var(--u));overflow:hidden}
li+li{border-left:1px dashed #8d8577}
li div{flex:1;min-height:0;width:100%;display:flex;flex-direction:column;justify-content:center;writing-mode:vertical-rl;font-size:calc(4*var(--u));line-height:1.2;overflow-wrap:anywhere}
li strong{display:block;font-size:calc(4.8*var(--u));font-weight:750}
li .code{flex:none;width:calc(27*var(--u))}
@media print{:root{--u:1mm}.bar{display:none}body{background:#fff}.sheet{height:419.8mm;margin:0;break-inside:avoid}}`

// Paper waits for the picture; where it does not come, the one that we draw takes its place.
const SCRIPT = `const picture=document.querySelector('img.picture'),draw=()=>{picture.removeAttribute('srcset');picture.src=picture.dataset.drawn};
if(picture){if(picture.complete&&!picture.naturalWidth)draw();else picture.addEventListener('error',draw,{once:true})}
document.getElementById('print').addEventListener('click',async()=>{await picture?.decode().catch(()=>{draw();return picture.decode()}).catch(()=>{});print()})`

export const posterHashes = (style: string) => ({ styles: [sha256(style)], scripts: [sha256(SCRIPT)] })

/** Wide: East Asian letters and emoji. */
const letterWidth = (letter: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(letter)
    ? 1.05
    : /[\p{Lu}mwMW]/u.test(letter)
      ? 0.68
      : 0.55

const widthOf = (text: string) => Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0)

function linesOf(title: string, size: number): number {
  const most = TITLE_WIDTH / size
  let [lines, filled] = [1, 0]
  for (const word of title.split(/\s+/)) {
    const width = widthOf(word)
    if (filled > 0 && filled + 0.25 + width > most) [lines, filled] = [lines + 1, 0]
    lines += Math.ceil(width / most) - 1
    filled += Math.min(width, most) + (filled > 0 ? 0.25 : 0)
  }
  return lines
}

/** The largest size at which no word is broken and the picture keeps its room. The picture gives way if it is wrong. */
function titleSize(title: string): number {
  const longest = Math.max(...title.split(/\s+/).map(widthOf))
  const hasRoom = (size: number) => linesOf(title, size) * size * 1.02 <= TITLE_HEIGHT
  const isWhole = (size: number) => longest * size <= TITLE_WIDTH
  // A word that is too long for the smallest size is broken at any.
  const best = TITLE_SIZES.find((size) => isWhole(size) && hasRoom(size)) ?? BROKEN_SIZES.find(hasRoom)
  return TITLE_SIZES.indexOf(best ?? Math.min(...TITLE_SIZES))
}

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

function shortened(title: string): string {
  let kept = ''
  for (const { segment } of LETTERS.segment(title)) {
    if (widthOf(kept + segment) > STRIP_WIDTH) return `${kept.trimEnd()}…`
    kept += segment
  }
  return title
}

const LONG = { weekday: 'long', day: 'numeric', month: 'long' } as const
const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** 'Friday 20 November', and to which day if it lasts longer than a night. */
function dayOf({ startTime, endTime, timeZone, status }: Event, style: typeof LONG | typeof SHORT): string {
  if (status === 'postponed') return 'New date to come'
  const [start, end] = [new Date(startTime), new Date(endTime)]
  const formatter = formatterFor('en-GB', timeZone, style)
  const isOneDay = end.getTime() - start.getTime() < 20 * HOUR
  return (isOneDay ? formatter.format(start) : formatter.formatRange(start, end)).replaceAll(',', '')
}

function timeOf({ startTime, endTime, timeZone, status, isVirtual }: Event): string {
  if (status === 'postponed') return ''
  const start = formatTime(startTime, timeZone)
  const until = formatUntil(startTime, endTime, timeZone)
  // With a day in it, it is not about tonight.
  const zone = isVirtual ? ` ${zoneShortName(startTime, timeZone)}` : ''
  return (until.includes(',') ? start : `${start} to ${until}`) + zone
}

function codePath(url: string): { path: string; width: number } {
  // The standard asks for four modules of quiet around it.
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: 4 })
  // One line for dark modules side by side.
  const path = rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return ''
        const end = row.indexOf(false, x)
        const length = (end < 0 ? row.length : end) - x
        return `M${x} ${y}h${length}v1h-${length}z`
      }),
    )
    .join('')
  return { path, width: rows.length }
}

/** Drawn as lines where we drew it, so that it is sharp at any size. */
function picture(event: Event, imageBase: string): string {
  if (!event.imageUrl)
    return posterSvg(seedOfEvent(event)).replace(
      /width="1600" height="900"/,
      'class="picture" preserveAspectRatio="xMidYMid slice" aria-hidden="true"',
    )
  const { src, srcSet } = eventPicture(event, imageBase)
  return `<img class="picture" src="${escapeHtml(src)}"${srcSet ? ` srcset="${escapeHtml(srcSet)}" sizes="1600px"` : ''} data-drawn="${posterPath(seedOfEvent(event), 1600)}" alt="">`
}

export interface PosterSettings extends FrameSettings {
  style: string
}

/** `source`: under which name bookings from this sheet are counted. */
export function posterSheet(event: Event, settings: PosterSettings, now: Date, source?: string): string {
  const { publicUrl, imageBase, currency, style } = settings
  const address = publicUrl + eventPath(event)
  const counted = new URL(address)
  counted.searchParams.set('utm_source', (source ?? SOURCE).toWellFormed())
  const { path, width } = codePath(counted.href)
  const code = (label = '') =>
    `<svg class="code" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges" ${label ? `role="img" aria-label="${label}"` : 'aria-hidden="true"'}><use href="#code"/></svg>`
  const state = stateOf(event, now)
  const place = event.isVirtual ? 'Online' : event.venue
  const title = escapeHtml(event.title)
  // Nobody types a key.
  const typed = event.key ? '' : `<span>${escapeHtml(address.replace(/^https?:\/\//, ''))}</span>`
  const strip = `<li><div><strong${writtenIn(event.language)}>${escapeHtml(shortened(event.title))}</strong><span>${escapeHtml(dayOf(event, SHORT))}${event.status === 'postponed' ? '' : `, ${formatTime(event.startTime, event.timeZone)}`}</span>${typed}</div>${code()}</li>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Poster · ${escapeHtml(SITE.name)}</title>${event.key ? '' : `<link rel="canonical" href="${escapeHtml(address)}">`}<style>${style}</style></head><body>
<nav class="bar" aria-label="Poster"><a href="${escapeHtml(eventPath(event))}">Back to the event</a><p>A3, or scaled to A4 by your printer. Cut along the dashed lines between the strips.</p><button id="print" type="button">Print this poster</button></nav>
<svg class="defs" aria-hidden="true"><defs><path id="code" d="${path}"/></defs></svg>
<main class="sheet">${picture(event, imageBase)}<div class="words"><h1 class="t${titleSize(event.title)}"${writtenIn(event.language)}>${title}</h1>
<div class="facts"><div><p class="day">${escapeHtml(dayOf(event, LONG))}</p><p class="time">${escapeHtml(timeOf(event))}</p><p class="place${place.length > 140 ? ' longer' : place.length > 60 ? ' long' : ''}" dir="auto">${escapeHtml(place)}</p>
<p class="state">${escapeHtml(state ?? priceLabel(event, currency))}</p></div>
<div class="scan">${code('QR code of the link to the event')}<p>${state ? 'Scan to see more' : 'Scan to book'}</p><p class="brand">${LOGO}${escapeHtml(SITE.name)}</p></div></div></div>
<ul aria-label="Strips to tear off">${strip.repeat(STRIPS)}</ul></main>
<script>${SCRIPT}</script></body></html>`
}
