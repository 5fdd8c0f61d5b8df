export type Encoding = 'br' | 'gzip' | 'plain'

// Browsers send a handful of different ones; a client that sends endless variants cannot fill the memory with them.
const MAX_KNOWN = 200
const MAX_LENGTH = 200
const known = new Map<string, Encoding>()

function choose(header: string): Encoding {
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'plain'
}

/** What to send to somebody with this Accept-Encoding. */
export function encodingOf(header: string | string[] | undefined): Encoding {
  if (!header || Array.isArray(header)) return 'plain'
  let encoding = known.get(header)
  if (!encoding) {
    encoding = choose(header)
    if (known.size < MAX_KNOWN && header.length <= MAX_LENGTH) known.set(header, encoding)
  }
  return encoding
}
