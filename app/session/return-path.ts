// Where somebody goes after signing in (docs/product/screens.md#after-signing-in), and which paths may be named from outside.

// Parsed against an address that nobody has, to see whether a path leads away from it.
const NOWHERE = 'https://hooley.invalid'

// To come back to one of these would sign out again, or ask once more.
const NEVER_BACK_TO = /^\/((login|register|logout|reset-password)|(auth\/|google\/|auth\/google\/)?callback.*)\/?$/i

// Slashes of a path that are written as %2F, and of those again, as often as anybody may have meant.
const MAX_DECODINGS = 5

/** The path as the router reads it: decoded, whatever its case, with single slashes. Null if it cannot be parsed. */
function plainPath(pathname: string): string | null {
  let path = pathname
  for (let n = 0; n < MAX_DECODINGS; n++) {
    let decoded: string
    try {
      decoded = decodeURIComponent(path)
    } catch {
      return null
    }
    // Decoding may have brought new dots, backslashes and slashes to light.
    const { pathname: normal } = new URL(decoded.replace(/[\\/]+/g, '/').replace(/[?#]/g, '_'), NOWHERE)
    if (decoded === path) return decodeURIComponent(normal)
    path = decoded
  }
  return null
}

function isNeverBackTo(pathname: string): boolean {
  const plain = plainPath(pathname)
  return plain === null || NEVER_BACK_TO.test(plain)
}

/** The path, if it is one of this site; browsers read `//evil`, `/\evil` and `/<tab>/evil` as another host. */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, NOWHERE)) return null
  const { origin, pathname, search, hash } = new URL(value, NOWHERE)
  if (origin !== NOWHERE || pathname.startsWith('//') || isNeverBackTo(pathname)) return null
  return pathname + search + hash
}

export interface ReturnPaths {
  redirectTo?: string | null
  /** The path that the guard turned away. */
  intended?: string | null
  previous?: string | null
}

/** The redirect path if given and not '/', otherwise the intended path, otherwise the previous page, otherwise '/'. */
export function returnTarget({ redirectTo, intended, previous }: ReturnPaths): string {
  const redirect = safePath(redirectTo)
  if (redirect && redirect !== '/') return redirect
  return safePath(intended) ?? safePath(previous) ?? '/'
}

export const pathOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash
