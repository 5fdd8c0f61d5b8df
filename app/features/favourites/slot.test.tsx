import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { LoginDialogProvider } from '../../session/login-dialog.tsx'
import { SessionProvider } from '../../session/session.tsx'
import { ToastProvider } from '../../ui/toast.tsx'
import LoadedHeart from './card-heart.tsx'
import LoadedButton from './favourite-button.tsx'
import { CardHeart, FavouriteButton } from './slot.tsx'
import { FavouriteSoon } from './soon.tsx'

const event = { id: 7, title: 'Fiddle Night' }

function rendered(features: string[], Component: () => React.ReactNode) {
  const Screen = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <ToastProvider>
          <SessionProvider>
            <LoginDialogProvider>
              <Component />
            </LoginDialogProvider>
          </SessionProvider>
        </ToastProvider>
      ),
    },
  ])
  return renderToString(<Screen hydrationData={{ loaderData: { root: { features } } }} />)
}

test('off, the heart of an event is coming soon and cards have none', () => {
  const html = rendered([], () => (
    <>
      <FavouriteButton eventId={7} soon={<FavouriteSoon />} />
      <CardHeart event={event} />
    </>
  ))
  expect(html.match(/<button[^>]*aria-label="[^"]*"/g)).toEqual([
    expect.stringContaining('aria-label="Add to favorites"'),
  ])
  expect(html).not.toContain('aria-pressed')
})

test('on, hearts are the same for everybody until it is known who asks: not pressed', () => {
  const html = rendered(['favourites'], () => (
    <>
      <LoadedButton eventId={7} />
      <LoadedHeart event={event} />
    </>
  ))
  expect(html).toMatch(/aria-label="Add to favorites"[^>]*aria-pressed="false"/)
  expect(html).toMatch(/aria-label="Save Fiddle Night" aria-pressed="false"/)
})
