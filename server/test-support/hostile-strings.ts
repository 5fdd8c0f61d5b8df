// Text that would do harm where it is not shown as text. MARK finds it again wherever it came out.
export const MARK = 'hx7q'

/** Fits into a name of 80 characters. */
export const HOSTILE_NAME = `"'><img src=x onerror=${MARK}></script><script>${MARK}</script>`

export const HOSTILE_TEXT = [
  `</script><script>${MARK}()</script>`,
  `"><img src=x onerror=${MARK}>`,
  `' onmouseover='${MARK}`,
  `<!--${MARK}--><svg onload=${MARK}>`,
  `\${${MARK}}{{${MARK}}}`,
  `]]>\u2028BEGIN:VALARM`,
].join(' ')

/** Runs as a formula where a spreadsheet program believes it. */
export const HOSTILE_FORMULA = `=HYPERLINK("#${MARK}","x")`

/** Breaks lines where a calendar program or an email header believes it. */
export const HOSTILE_TITLE = `${MARK};,\\ </script><b onclick=${MARK}>"&amp;`

// As it must never stand in HTML: a tag or an attribute of theirs.
const AS_HTML = new RegExp(
  `<(img|script|svg|b)[^>]*${MARK}|<script>${MARK}|onerror=${MARK}>|" ?onmouseover|<!--${MARK}`,
  'i',
)

/** The piece of HTML in which planted text has become more than text; null: it is text everywhere. */
export function escaped(html: string): string | null {
  // Inside a script's JSON a quote is harmless and an end of the script is not.
  const withoutData = html.replace(/<script(?![^>]*\ssrc)[^>]*>[\s\S]*?<\/script>/g, (script) =>
    script.slice(script.indexOf('>') + 1, -'</script>'.length).includes('<') ? `<script>${MARK}` : '',
  )
  return AS_HTML.exec(withoutData)?.[0] ?? null
}
