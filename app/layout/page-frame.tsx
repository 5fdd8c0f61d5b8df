import type { ReactNode } from 'react'
import { Suspended } from '../features/decisions/slot.tsx'
import { useAdoptedFavourites } from '../features/favourites/slot.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import style from './page-frame.module.css'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useOfflineLinks } from './use-offline-links.ts'
import { useOfflinePage } from './use-offline-page.ts'

/** Header, the page, footer. */
export function PageFrame({ children }: { children: ReactNode }) {
  const main = useHeadingFocus()
  useOfflineLinks()
  useOfflinePage()
  useAdoptedFavourites()
  return (
    <>
      <a
        href="#main"
        className={style.skip}
        onClick={(event) => {
          // The router would take the fragment for a navigation and scroll.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <Header />
      <noscript>
        <p className={style.noscript}>
          Booking, logging in and creating events need JavaScript. Without it you can read about all{' '}
          <a href="/events">events</a> and find <a href="/help">help</a>.
        </p>
      </noscript>
      <main ref={main} id="main" tabIndex={-1} className={style.main}>
        {children}
      </main>
      <Footer />
      <Suspended />
    </>
  )
}
