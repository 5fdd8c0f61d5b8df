// Scanners that pretend to be keyboards: they type a code faster than anybody can, and press Enter.

const FASTEST_HAND_MS = 60
const SHORTEST_CODE = 6

interface Key {
  key: string
  at: number
}

/** Takes key presses; returns the code once Enter ends one that was typed too fast for a person. */
export function createWedge() {
  let text = ''
  let last = -Infinity
  return ({ key, at }: Key): string | null => {
    const isQuick = at - last <= FASTEST_HAND_MS
    last = at
    if (key === 'Enter') {
      const code = isQuick && text.length >= SHORTEST_CODE ? text : null
      text = ''
      return code
    }
    if (key.length === 1) text = isQuick ? text + key : key
    return null
  }
}

const isField = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('input, textarea')

/** In a field the code is typed where everybody sees it, and the field's own Enter takes it. */
export function listenForWedge(onCode: (code: string) => void): () => void {
  const feed = createWedge()
  const listen = (event: KeyboardEvent) => {
    if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const code = feed({ key: event.key, at: event.timeStamp })
    if (code === null) return
    // Not a press on the button that happens to have the focus.
    event.preventDefault()
    event.stopPropagation()
    onCode(code)
  }
  addEventListener('keydown', listen, { capture: true })
  return () => removeEventListener('keydown', listen, { capture: true })
}
