// The walk by keyboard: where Tab leads, how the focus looks, and what letters do.
import type { WithTools } from './walk-tools.ts'

export interface BoxInWindow {
  x: number
  y: number
  width: number
  height: number
  scrolled: { x: number; y: number }
  /** Of a picture with a pixel for each of the page's. */
  scale: number
}

/** One kind of control, of which one is looked at more closely. */
interface Kind {
  key: string
  /** Where `focusKind` finds it. */
  index: number
  name: string
  isCheckable: boolean
}

export interface Keyboard {
  /** Begins to write down where Tab leads; returns how often it has to be pressed. */
  beginTabbing: () => number
  endTabbing: () => string[]
  /** What Tab would find, by giving each stop the focus: much quicker than pressing, but no trap is noticed. */
  visitStops: () => string[]
  kinds: () => Kind[]
  focusKind: (index: number) => BoxInWindow | null
  blur: () => void
  toggleKind: (index: number) => void
  pressLetters: () => string[]
}

export function installKeyboard() {
  const { isShown, describe, root, scope, expected, fixedAround, scrollerOf, firstBox } = (
    window as unknown as WithTools
  ).walkTools

  interface Stop {
    element: Element
    /** Where it is in what scrolls, and what that is. */
    place: { left: number; right: number; top: number; bottom: number }
    scroller: Element | null
    /** What stays in place around it. */
    fixed: Element | null
    problems: string[]
    focused: string
  }

  /** What of the look may say that something has the focus; also of what is around a field. */
  const lookOf = (element: Element) =>
    [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      element.closest('li'),
    ]
      .flatMap((one) => (one ? [[one, ''] as const, [one, '::after'] as const] : []))
      .flatMap(([one, part]) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(
          one,
          part,
        )
        return [
          outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`,
          boxShadow,
          borderColor,
          backgroundColor,
        ]
      })
      .join('|')

  let stops: Stop[] = []
  let wanted: HTMLElement[] = []
  let goal: Element = document.body

  function note() {
    const element = document.activeElement
    if (!element || element === document.body || element === document.documentElement) return
    const box = firstBox(element)
    const problems: string[] = []
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (right - left < 1 || bottom - top < 1) problems.push('has the focus outside of what is seen')
    else {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const inset = 3
      const points = [
        [x, top + inset],
        [x, y],
        [left + inset, y],
        [right - inset, y],
        [x, bottom - inset],
      ] as const
      // Of a large field the line with the caret has to be seen.
      for (const [px, py] of element.tagName === 'TEXTAREA' ? points.slice(0, 1) : points) {
        const hit = document.elementFromPoint(px, py)
        if (!hit || element.contains(hit) || hit.contains(element)) continue
        const cover = fixedAround(hit)
        // A message can be closed by Escape.
        if (!cover || cover.contains(element) || cover.closest('[popover]')) continue
        problems.push(`has the focus under ${describe(cover)}`)
        break
      }
    }
    const fixed = fixedAround(element)
    let [across, down] = [0, 0]
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      // It stays where it is; what is in it may scroll.
      if (fixed && outer !== fixed && outer.contains(fixed)) break
      across += outer.scrollLeft
      down += outer.scrollTop
    }
    stops.push({
      element,
      place: { left: box.left + across, right: box.right + across, top: box.top + down, bottom: box.bottom + down },
      scroller: scrollerOf(element),
      fixed,
      problems,
      focused: lookOf(element),
    })
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Tab') note()
  }

  function beginTabbing() {
    stops = []
    wanted = expected()
    goal = root()
    addEventListener('keyup', onKeyUp, true)
    // Tab goes on from here.
    const start = document.createElement('span')
    start.tabIndex = -1
    scope().prepend(start)
    start.focus({ preventScroll: true })
    start.remove()
    // A field for a time has a stop for each of its parts.
    const parts =
      wanted.filter((element) => /^(date|time|month|week)/.test((element as HTMLInputElement).type)).length * 7
    return wanted.length + parts + 1
  }

  function orderFaults() {
    const faults: string[] = []
    for (let n = 1; n < stops.length; n++) {
      const [before, after] = [stops[n - 1]!, stops[n]!]
      if (before.element === after.element || after.element === stops[0]!.element) continue
      if (!(before.element.compareDocumentPosition(after.element) & Node.DOCUMENT_POSITION_FOLLOWING))
        faults.push(`${describe(after.element)} comes after ${describe(before.element)}, against the order of the page`)
      if (before.fixed !== after.fixed || before.scroller !== after.scroller) continue
      const [a, b] = [before.place, after.place]
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const isAbove = b.bottom <= a.top - 2 && across > Math.min(a.right - a.left, b.right - b.left) / 2
      const isBefore = b.right <= a.left + 1 && down > Math.min(a.bottom - a.top, b.bottom - b.top) / 2
      if (isAbove || isBefore)
        faults.push(
          `${describe(after.element)} is seen ${isAbove ? 'above' : 'left of'} ${describe(before.element)}, and comes after it`,
        )
    }
    return faults
  }

  function endTabbing() {
    removeEventListener('keyup', onKeyUp, true)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const reached = new Set(stops.map(({ element }) => element))
    const isInGroup = (element: HTMLElement) =>
      element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      [...reached].some(
        (one) => one instanceof HTMLInputElement && one.name === element.name && one.form === element.form,
      )
    const missed = wanted
      .filter((element) => element.isConnected && isShown(element) && !reached.has(element) && !isInGroup(element))
      .map((element) => `Tab does not reach ${describe(element)}`)
    const outside = [...reached]
      .filter((element) => !goal.contains(element))
      .map((element) => `Tab leads out of the dialog to ${describe(element)}`)
    // A field for a time is several stops, and shows the focus in its parts too.
    const own = [...Map.groupBy(stops, ({ element }) => element)].flatMap(([element, its]) => [
      ...new Set(its.flatMap(({ problems }) => problems.map((problem) => `${describe(element)} ${problem}`))),
      ...(element.isConnected && its.every(({ focused }) => focused === lookOf(element))
        ? [`${describe(element)} looks the same with the focus`]
        : []),
    ])
    return [...missed, ...outside, ...orderFaults(), ...own]
  }

  function visitStops() {
    beginTabbing()
    for (const element of wanted) {
      element.focus()
      note()
    }
    return endTabbing()
  }

  let kindElements: HTMLElement[] = []
  const blur = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  const kinds = () => {
    kindElements = expected()
    return kindElements.map((element, index) => ({
      key: `${element.tagName} ${element.getAttribute('type') ?? ''} ${element.getAttribute('role') ?? ''} ${element.className}`,
      index,
      name: describe(element),
      isCheckable: element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type),
    }))
  }

  const focusKind = (index: number) => {
    const element = kindElements[index]
    if (!element?.isConnected) return null
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    element.focus()
    if (document.activeElement !== element || !element.matches(':focus-visible')) return null
    // The ring of a link that reaches over all of its card is around the card.
    const { position, outlineStyle } = getComputedStyle(element, '::after')
    const isAround =
      position === 'absolute' && outlineStyle !== 'none' && getComputedStyle(element).position === 'static'
    const { x, y, width, height } = firstBox((isAround && element.offsetParent) || element)
    return { x, y, width, height, scrolled: { x: scrollX, y: scrollY }, scale: 1 / devicePixelRatio }
  }

  const toggleKind = (index: number) => {
    const element = kindElements[index]
    if (element instanceof HTMLInputElement) element.checked = !element.checked
  }

  const state = () => ({
    address: location.href,
    focus: describe(document.activeElement),
    dialogs: document.querySelectorAll('dialog[open], [popover]:popover-open').length,
    words: document.body.innerText,
    at: `${scrollX} ${scrollY}`,
  })

  function pressLetters() {
    // There letters are what a scanner types.
    if (location.pathname === '/door') return []
    blur()
    const before = state()
    const marks = [...'abcdefghijklmnopqrstuvwxyz0123456789/?.,!+-#']
    const faults: string[] = []
    for (const key of marks) {
      for (const type of ['keydown', 'keypress', 'keyup']) {
        const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true })
        if (!document.body.dispatchEvent(event)) faults.push(`the key ${key} alone is taken`)
      }
    }
    const after = state()
    for (const what of ['address', 'focus', 'dialogs', 'words', 'at'] as const)
      if (before[what] !== after[what]) faults.push(`letters alone change: ${what}`)
    return faults
  }

  const part: Keyboard = { beginTabbing, endTabbing, visitStops, kinds, focusKind, blur, toggleKind, pressLetters }
  Object.assign((window as unknown as { walk: object }).walk, part)
}
