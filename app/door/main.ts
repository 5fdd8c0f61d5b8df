// The list is asked for before there is anything to show it with: on an old phone React alone takes half a second.
import { Door } from './door.ts'
import { askedEarly } from './server.ts'
import { needsSecureConnection } from './start-words.ts'
import { openStorage } from './storage.ts'
import { showDoorTheme } from './theme.ts'

/** From the fragment, which no server sees; then it is gone from the address, so that nobody reads or copies it. */
function takeToken(): string | null {
  const token = /^#([A-Za-z0-9_-]{20,100})$/.exec(location.hash)?.[1] ?? null
  if (location.hash) history.replaceState(null, '', location.pathname)
  return token
}

async function start(container: HTMLElement) {
  showDoorTheme()
  const token = takeToken()
  const server = askedEarly(token)
  // Made ready while the device opens its storage.
  const screen = import('./render.tsx')
  const door = new Door({ storage: await openStorage(), server })
  const started = door.start(token)
  const { renderDoor } = await screen
  renderDoor(container, door)
  // Another link that is opened in the same tab.
  addEventListener('hashchange', () => location.reload())
  void navigator.storage?.persist?.().catch(() => false)
  await started
  // Afterwards, so that keeping the files does not hold up the list.
  void navigator.serviceWorker?.register('/door/sw.js', { scope: '/door' }).catch(() => undefined)
}

const container = document.getElementById('door')
if (!container) throw new Error('The page has no place for the door.')
if (globalThis.crypto.subtle && 'indexedDB' in globalThis) void start(container)
else container.textContent = needsSecureConnection
