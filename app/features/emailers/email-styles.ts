// An email carries its styles in itself, which the Content-Security-Policy of our pages forbids, also in a frame of theirs.
// They are taken out before the frame reads it, and given to it by script.

export function undressed(html: string): { html: string; css: string } {
  const css = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  return { html: html.replace(/<style>[^<]*<\/style>/, '').replaceAll(' style="', ' data-style="'), css }
}

/** As high as what is in it; its links lead nowhere. */
export function dress(frame: HTMLIFrameElement, css: string) {
  const page = frame.contentDocument
  const view = page?.defaultView as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null | undefined
  if (!page || !view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href')
  frame.style.blockSize = `${page.documentElement.scrollHeight}px`
}
