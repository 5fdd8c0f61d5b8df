/** Hands the browser a file to keep, under a name. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Reading it as text has taken the byte order mark off, without which Excel loses umlauts. */
export const saveCsv = (name: string, csv: string) =>
  saveFile(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
