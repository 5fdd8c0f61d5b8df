// Buttons pressed while the page is still loading. The server's HTML shows them long before our script can answer, and a
// press that does nothing is a booking lost. The head script remembers which buttons were pressed; once React has taken
// over the page they are pressed again, in their order. Links need none of this: the browser follows them by itself.
// React itself hears nothing of such a press: it listens before it can answer, and forgets what came too early.

interface EarlyPresses extends Array<HTMLButtonElement> {
  listener?: (event: Event) => void
}

declare global {
  interface Window {
    earlyPresses?: EarlyPresses
  }
}

/** Part of every page, so it is short. Forms are left to the browser, except the search box, whose form leads nowhere. */
export const EARLY_PRESS_SCRIPT = `(function(p){window.earlyPresses=p;document.addEventListener('click',p.listener=function(e){var b=e.target.closest('button');if(b&&(!b.form||b.form.role==='search')){e.preventDefault();e.stopImmediatePropagation();p.push(b)}},true)})([])`

/** One at a time: what a press changes (a quantity) is on the page before the next one (BOOK) reads it. */
export function replayEarlyPresses() {
  const { earlyPresses } = window
  if (earlyPresses?.listener) document.removeEventListener('click', earlyPresses.listener, true)
  const pressed = earlyPresses?.splice(0) ?? []
  const next = () => {
    const button = pressed.shift()
    if (!button) return
    if (button.isConnected) button.click()
    setTimeout(next)
  }
  if (pressed.length > 0) setTimeout(next)
}
