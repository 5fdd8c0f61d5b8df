import { createRoot } from 'react-dom/client'
import '../styles/base.css'
import { DoorApp } from './door-app.tsx'
import { Door } from './door.ts'
import { doorServer } from './server.ts'
import { openStorage } from './storage.ts'

/** From the fragment, which no server sees; then it is gone from the address, so that nobody reads or copies it. */
function takeToken(): string | null {
  const token = /^#([A-Za-z0-9_-]{20,100})$/.exec(location.hash)?.[1] ?? null
  if (location.hash) history.replaceState(null, '', location.pathname)
  return token
}

const container = document.getElementById('door')
if (!container) throw new Error('The page has no place for the door.')
const root = createRoot(container)

if (!globalThis.crypto.subtle || !('indexedDB' in globalThis)) {
  root.render(<p>The door needs a secure connection (https) and a browser that may keep data.</p>)
} else {
  const token = takeToken()
  const door = new Door({ storage: await openStorage(), server: doorServer })
  root.render(<DoorApp door={door} />)
  // Another link that is opened in the same tab.
  addEventListener('hashchange', () => location.reload())
  void navigator.storage?.persist?.().catch(() => false)
  void navigator.serviceWorker?.register('/door/sw.js', { scope: '/door' }).catch(() => undefined)
  await door.start(token)
}
