// Just enough MIME to read the emails that we write ourselves.

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decode(part: string): string {
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (/content-transfer-encoding: quoted-printable/i.test(head)) return decodeQuoted(body)
  return body
}

export function mailParts(source: string) {
  const parts = source.split(/^--[^\r\n]+$/m)
  const partOf = (type: string) => {
    const found = parts.find((part) => new RegExp(`content-type: ${type}`, 'i').test(part.split(/\r?\n\r?\n/)[0] ?? ''))
    return found ? decode(found.trimStart()) : ''
  }
  return {
    headers: source.split(/\r?\n\r?\n/)[0] ?? '',
    html: partOf('text/html'),
    text: partOf('text/plain'),
    calendar: partOf('text/calendar'),
  }
}
