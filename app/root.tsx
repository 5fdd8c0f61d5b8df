import { SITE, siteScript } from '../contract/site.ts'
import { type ReactNode, use, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router'
import { LeavingGate } from './features/account/leaving-gate.tsx'
import { AuthSlot } from './features/auth/slot.tsx'
import fontUrl from './fonts/bricolage.woff2?url'
import { VisitorLocationProvider } from './features/location/visitor-location-provider.tsx'
import { HeadLinks } from './layout/head-links.tsx'
import { NotFound, PageFailure } from './layout/not-found.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { NonceContext, useSettings } from './lib/settings.ts'
import { EARLY_PRESS_SCRIPT, replayEarlyPresses } from './lib/early-presses.ts'
import { settingsContext } from './lib/page-context.ts'
import { hydrationIsDone } from './lib/hydration.ts'
import { HEAD_SCRIPT } from './lib/theme.ts'
import { LoginDialogProvider } from './session/login-dialog.tsx'
import { SessionProvider } from './session/session.tsx'
import './styles/base.css'
import { ToastProvider } from './ui/toast.tsx'

/**
 * Leaving a page while a picture still grows into it ends that transition; React Router does so, and lets its promise
 * reject unheard. What was given up on purpose is nobody's error.
 */
const SKIPPED_TRANSITION_SCRIPT = `addEventListener('unhandledrejection',function(e){if(e.reason&&e.reason.name==='AbortError')e.preventDefault()})`

export const loader = ({ context }: LoaderFunctionArgs) => context.get(settingsContext)

// Settings do not change while a page is open.
export const shouldRevalidate = () => false

export const meta: MetaFunction = () => [
  { title: SITE.name },
  { name: 'description', content: 'Find events near you or anywhere, book free tickets and fill the room.' },
]

// The server puts the styles of all screens here (ssr.ts), so that the first paint needs no second round trip; in the
// browser they are read back, so that React finds what it rendered.
const appStyles = () =>
  typeof document === 'undefined' ? '/*app-styles*/' : (document.getElementById('app-styles')?.textContent ?? '')

const Styles = () =>
  import.meta.env.DEV ? (
    <Links />
  ) : (
    <style id="app-styles" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: appStyles() }} />
  )

// It has run when React comes, so only the server has its text.
const headScript = import.meta.env.SSR
  ? siteScript() + [HEAD_SCRIPT, SKIPPED_TRANSITION_SCRIPT, EARLY_PRESS_SCRIPT].join(';')
  : ''

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={SITE.paper[0]} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={SITE.paper[1]} media="(prefers-color-scheme: dark)" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Styles />
        <Meta />
        <HeadLinks />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body data-features={useSettings().features.join(' ') || undefined}>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useEffect(() => {
    hydrationIsDone()
    replayEarlyPresses()
  }, [])
  return (
    <ToastProvider>
      <SessionProvider>
        <LoginDialogProvider>
          <VisitorLocationProvider>
            <PageFrame>
              <LeavingGate>{children}</LeavingGate>
            </PageFrame>
            <AuthSlot />
          </VisitorLocationProvider>
        </LoginDialogProvider>
      </SessionProvider>
    </ToastProvider>
  )
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <Frame>{isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <PageFailure />}</Frame>
}
