import { SITE } from '../../contract/site.ts'
import { useLocation, useMatches } from 'react-router'
import type { PageHandle } from '../lib/page-handle.ts'
import { useSettings } from '../lib/settings.ts'

// One page under two addresses: search engines get one.
const SAME_PAGE: Record<string, string> = { '/terms-of-service': '/terms', '/privacy-policy': '/privacy' }

/** Where the answer says that there is nothing, and where many addresses share one rendered page, there is no address. */
function hasNoAddress({ id, handle, loaderData }: ReturnType<typeof useMatches>[number]) {
  if (id === 'pages/not-found' || (handle as PageHandle | undefined)?.variant) return true
  return ((loaderData as { status?: number } | null | undefined)?.status ?? 200) >= 400
}

/** The page's one address, and what represents it where it is shared. */
export function HeadLinks() {
  const { publicUrl } = useSettings()
  const { pathname } = useLocation()
  const page = useMatches().at(-1)
  if (!page || hasNoAddress(page) || !publicUrl) return null
  // The server redirects other spellings, but a link inside the site may still end in a slash.
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  const address = publicUrl + (SAME_PAGE[path] ?? path)
  // An event is shared with its own poster.
  const hasOwnPicture = /^\/events\/\d+$/.test(path)
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={SITE.name} />
      {!hasOwnPicture && SITE.picture && (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:image" content={publicUrl + SITE.picture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
