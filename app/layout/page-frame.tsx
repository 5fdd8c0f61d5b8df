import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import style from './page-frame.module.css'

/** Header, the page, footer. */
export const PageFrame = ({ children }: { children: ReactNode }) => (
  <>
    <a href="#content" className={style.skip}>
      Skip to content
    </a>
    <Header />
    <main id="content" tabIndex={-1} className={style.main}>
      {children}
    </main>
    <Footer />
  </>
)
