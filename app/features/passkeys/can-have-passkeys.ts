interface Browser {
  location: { hostname: string }
  PublicKeyCredential?: unknown
}

const IS_NUMBER = /^\[|^[\d.]+$/

/** A passkey belongs to the site's own name; opened under another one, or under a number, the browser refuses. */
export function canHavePasskeys(publicUrl: string, { location, PublicKeyCredential }: Browser): boolean {
  if (!PublicKeyCredential || !URL.canParse(publicUrl)) return false
  const { hostname } = new URL(publicUrl)
  return hostname === location.hostname && !IS_NUMBER.test(hostname)
}
