// After a release the files that an open tab knows by name are gone. Then the page is loaded again, once.
const LAST_RELOAD = 'reloaded-for-release'
// Should the part be missing even after that, reloading over and over would help nobody.
const AGAIN_AFTER_MS = 10 * 60_000

function mayReload(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(LAST_RELOAD))
    if (last && now - last < AGAIN_AFTER_MS) return false
    sessionStorage.setItem(LAST_RELOAD, String(now))
    return true
  } catch {
    return false
  }
}

/** The names of the files that the server's pages ask for now. */
const scriptsOf = (html: string) => [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([name]) => name)

/** Reloads if the server answers with a page of other files than this one's; without a network nothing happens. */
export async function reloadForNewRelease() {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    if (!answer.ok) return
    const current = new Set(scriptsOf(document.head.outerHTML + document.body.outerHTML))
    const isSame = scriptsOf(await answer.text()).every((name) => current.has(name))
    if (!isSame && mayReload(Date.now())) location.reload()
  } catch {
    // Not the release then, but the network.
  }
}
