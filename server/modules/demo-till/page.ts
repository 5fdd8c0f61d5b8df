// HTML and styles alone: it works without JavaScript, as a guest's last step should.
import { moneyText } from '../../../contract/money.ts'
import { SITE } from '../../../contract/site.ts'
import { sha256 } from '../../http/security.ts'
import { escapeHtml } from '../../mail/layout.ts'
import { demoTillPath, type DemoCheckout } from '../../payments/demo.ts'
import { lightDark } from '../../site/colours.ts'

/** Made once, when the colours of the installation and the name of its typeface are known. */
export function demoTillStyle(typeface: string | null): string {
  const face = typeface
    ? `@font-face{font-family:'Bricolage Grotesque';src:url('${typeface}') format('woff2');font-weight:400 800;font-display:swap}\n`
    : ''
  return `${face}:root{color-scheme:light dark;--line:light-dark(#e7dfd2,#2a3048);--line-strong:light-dark(#8d8577,#6b7390)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:${lightDark('paper')};color:${lightDark('ink')};font:1rem/1.5 'Bricolage Grotesque',system-ui,sans-serif}
main{width:100%;max-width:26rem}
.brand{margin:0 0 20px;font-weight:750;font-size:1.25rem;letter-spacing:-.02em}
.sheet{padding:28px clamp(20px,6vw,32px) 24px;border:1px solid var(--line);border-radius:24px;background:${lightDark('raised')}}
.demo{display:inline-block;margin:0 0 20px;padding:5px 14px;border-radius:999px;background:${lightDark('fact-tint')};color:${lightDark('fact')};font-weight:650;font-size:.9375rem}
h1{margin:0;font-size:1.1875rem;font-weight:650;line-height:1.3}
.sum{margin:2px 0 0;font-size:clamp(2.5rem,11vw,3.25rem);font-weight:780;line-height:1.1;letter-spacing:-.03em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
p{margin:12px 0 0}.quiet{color:${lightDark('quiet')}}
.note{margin:20px 0 0;padding:12px 16px;border-radius:16px;background:${lightDark('sunken')};font-weight:550}
form{margin:0}.acts{display:grid;gap:12px;margin-top:24px}
button,.act{display:block;width:100%;min-height:52px;padding:13px 24px;border:2px solid transparent;border-radius:999px;font:inherit;font-weight:650;line-height:1.4;text-align:center;text-decoration:none;cursor:pointer}
.first{background:${lightDark('accent')};color:${lightDark('on-accent')}}.first:hover{background:${lightDark('accent-hover')}}
.second{background:none;border-color:var(--line-strong);color:inherit}.second:hover{border-color:currentColor}
.back{min-height:44px;padding:9px;color:${lightDark('accent-text')};font-weight:600}.back:hover{text-decoration:underline}
:focus-visible{outline:3px solid light-dark(#0b5f5c,#6fd0c8);outline-offset:3px}
.foot{margin:20px 4px 0;font-size:.9375rem}`
}

/** Nothing is loaded but the typeface, nothing runs, and forms go to this site alone. */
export const demoTillPolicy = (style: string) =>
  `default-src 'none'; style-src ${sha256(style)}; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const frame = (style: string, title: string, sheet: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} · ${SITE.name}`)}</title><style>${style}</style></head>
<body><main><p class="brand">${escapeHtml(SITE.name)}</p><div class="sheet"><p class="demo">Demo till: no money moves</p>${sheet}</div></main></body></html>`

const link = (url: string, label: string, looks: string) =>
  `<a class="act ${looks}" href="${escapeHtml(url)}">${label}</a>`

function openSheet(checkout: DemoCheckout, isDeclined: boolean): string {
  const path = escapeHtml(demoTillPath(checkout.id))
  const button = (act: string, label: string, looks: string) =>
    `<form method="post" action="${path}/${act}"><button class="${looks}">${label}</button></form>`
  const sum = escapeHtml(moneyText(checkout.amount, checkout.currency))
  return `<h1>Your tickets</h1><p class="sum">${sum}</p>
<p class="quiet">Where cards are taken, guests pay here. This installation takes none: press a button to see what happens next.</p>
${isDeclined ? '<p class="note" role="status">The card was declined and nothing was charged. You can try again.</p>' : ''}
<div class="acts">${button('pay', `Pay ${sum}`, 'first')}${button('decline', 'Decline the card', 'second')}${link(checkout.returnUrl, 'Back without paying', 'back')}</div>`
}

const closedSheet = (heading: string, sentence: string, { returnUrl }: DemoCheckout) =>
  `<h1>${heading}</h1><p class="quiet">${sentence}</p><div class="acts">${link(returnUrl, 'Back to your order', 'first')}</div>`

export function demoTillPage(style: string, checkout: DemoCheckout, { isDeclined = false } = {}): string {
  if (checkout.state === 'paid')
    return frame(
      style,
      'Paid',
      closedSheet('This is paid', 'You paid it a moment ago. Nothing more to do here.', checkout),
    )
  if (checkout.state === 'expired')
    return frame(
      style,
      'Expired',
      closedSheet(
        'This page has expired',
        'Nothing was charged. If there are still places, you can order them again.',
        checkout,
      ),
    )
  return frame(style, `Pay ${moneyText(checkout.amount, checkout.currency)}`, openSheet(checkout, isDeclined))
}
