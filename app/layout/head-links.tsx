import { useLocation, useMatches } from 'react-router'
import { useSettings } from '../lib/settings.ts'

// One page under two addresses (§2): search engines are told of one.
const SAME_PAGE: Record<string, string> = { '/terms-of-service': '/terms', '/privacy-policy': '/privacy' }

/** The page's one address, and what stands for it where it is shared. */
export function HeadLinks() {
  const { publicUrl } = useSettings()
  const { pathname } = useLocation()
  const isUnknown = useMatches().at(-1)?.id === 'pages/not-found'
  if (isUnknown || !publicUrl) return null
  const path = pathname.replace(/(.)\/+$/, '$1')
  const address = publicUrl + (SAME_PAGE[path] ?? path)
  // An event is shared with its own poster.
  const hasOwnPicture = /^\/events\/\d+$/.test(path)
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content="Hooley" />
      {!hasOwnPicture && (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:image" content={`${publicUrl}/images/og-default.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
