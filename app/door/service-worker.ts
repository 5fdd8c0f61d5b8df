// Keeps the door's page and its files, so that it opens without a network. Page and files are of one build and are
// replaced together; everything else passes untouched.

// Put in by scripts/build-door.ts.
declare const DOOR_FILES: string[]
declare const DOOR_VERSION: string

interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface Fetching extends Lasting {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

interface Scope {
  addEventListener(kind: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void
  clients: { claim: () => Promise<void> }
  location: Location
}

const scope = self as unknown as Scope
const PREFIX = 'hooley-door-'
const NAME = PREFIX + DOOR_VERSION

async function forgetOthers() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.clients.claim()
}

const kept = async (path: string, request: Request) => (await (await caches.open(NAME)).match(path)) ?? fetch(request)

scope.addEventListener('install', (event) =>
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(DOOR_FILES))),
)
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin === scope.location.origin && event.request.method === 'GET' && DOOR_FILES.includes(pathname))
    event.respondWith(kept(pathname, event.request))
})
