// Buttons pressed while the page is still loading. The server's HTML shows them long before our script can answer, and a
// press that does nothing is a booking lost. The head script remembers which buttons were pressed; once React has taken
// over the page they are pressed again, in their order. Links need none of this: the browser follows them by itself.
// React does not replay such a press: it listens before it can handle it, and drops what came too early.

interface EarlyPresses extends Array<HTMLButtonElement> {
  listener: (event: Event) => void
}

declare global {
  interface Window {
    earlyPresses?: EarlyPresses
  }
}

/** Part of every page, so it is short. Forms are left to the browser, except the search box, whose form leads nowhere. */
export const EARLY_PRESS_SCRIPT = `(function(p){window.earlyPresses=p;document.addEventListener('click',p.listener=function(e){var b=e.target.closest('button');if(b&&(!b.form||b.form.role==='search')){e.preventDefault();e.stopImmediatePropagation();p.push(b)}},true)})([])`

/**
 * All in one task, so that a press of this moment (BOOK) comes after the last of them (a quantity). React renders what a
 * press has changed in a microtask, before the next one reads it. A press on a button that is gone by then is dropped. When all
 * is done the list is gone (e2e/support/hydrated.ts).
 */
export function replayEarlyPresses() {
  const pressed = window.earlyPresses
  if (!pressed) return
  document.removeEventListener('click', pressed.listener, true)
  const next = () => {
    const button = pressed.shift()
    if (!button) return void delete window.earlyPresses
    button.click()
    queueMicrotask(next)
  }
  // Out of the effects that call this: React renders nothing within them.
  queueMicrotask(next)
}
