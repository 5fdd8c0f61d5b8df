// What the parts of the walk share in the page. Each `install…` is sent to the browser whole, so that it uses nothing from outside.

export interface Tools {
  isShown: (element: Element) => boolean
  describe: (element: Element | null) => string
  root: () => Element
  /** What is looked at: the root, or only the main part of a page whose head and foot are known. */
  scope: () => Element
  /** The kinds of controls in a page's head and foot; null: a dialog is looked at. */
  around: () => string | null
  /** Of entries of a list with the same kinds of controls only the first three and the last are looked at. */
  leaveOutRepeats: (isAroundKnown: boolean) => void
  putBack: () => void
  /** `known`: while nothing changes, what was found of the elements around. */
  isVisuallyHidden: (element: Element, known?: Map<Element, boolean>) => boolean
  expected: () => HTMLElement[]
  fixedAround: (element: Element | null) => Element | null
  scrollerOf: (element: Element) => Element | null
  firstBox: (element: Element) => DOMRect
  labelOf: (field: HTMLInputElement) => string
  screen: () => Screen
}

/** A sort of address with the title of the dialog on it, and the kinds of things that are shown. */
export interface Screen {
  at: string
  kinds: string[]
}

export interface WithTools {
  walkTools: Tools
}

export function installTools() {
  const CONTROLS =
    'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]'

  const isShown = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }

  const describe = (element: Element | null) => {
    if (!element) return 'nothing'
    const words =
      element.getAttribute('aria-label') ??
      ((element as HTMLInputElement).labels?.[0]?.textContent || element.textContent || element.id || '')
    const where = element.closest('dialog, form, section, nav, header, footer, main')
    return `${element.tagName.toLowerCase()} “${words.trim().replace(/\s+/g, ' ').slice(0, 50)}”${where ? ` in ${where.tagName.toLowerCase()}` : ''}`
  }

  /** The topmost modal dialog, or the page. */
  const root = (): Element => {
    const dialogs = [...document.querySelectorAll('dialog:modal')]
    const isOnTop = (dialog: Element) => {
      const { x, y, width, height } = dialog.getBoundingClientRect()
      for (const [across, down] of [
        [0.5, 0.5],
        [0.5, 0.1],
        [0.1, 0.5],
        [0.5, 0.9],
      ] as const) {
        const hit = document.elementFromPoint(x + width * across, y + height * down)
        if (hit && dialog.contains(hit)) return true
      }
      return false
    }
    return dialogs.findLast(isOnTop) ?? dialogs.at(-1) ?? document.body
  }

  let isOnlyMain = false
  const main = () => (root() === document.body ? document.querySelector('main') : null)
  const scope = () => (isOnlyMain && main()) || root()

  const kindOf = (element: Element) =>
    `${element.tagName} ${element.getAttribute('type')} ${element.role} ${element.className}`

  const around = () => {
    const inside = main()
    if (!inside) return null
    const outside = [...document.querySelectorAll(CONTROLS)].filter((each) => !inside.contains(each) && isShown(each))
    return outside.map(kindOf).join('\n')
  }

  const leftOut: Element[] = []
  const putBack = () => {
    isOnlyMain = false
    for (const entry of leftOut.splice(0)) entry.removeAttribute('inert')
  }
  const leaveOutRepeats = (isAroundKnown: boolean) => {
    isOnlyMain = isAroundKnown
    for (const list of scope().querySelectorAll('ul, ol, tbody')) {
      const entries = [...list.children].filter((entry) => isShown(entry) && !entry.hasAttribute('inert'))
      const controlsOf = (entry: Element) => [...entry.querySelectorAll(CONTROLS)].map(kindOf).join('\n')
      for (const same of Map.groupBy(entries, controlsOf).values()) leftOut.push(...same.slice(3, -1))
    }
    for (const entry of leftOut) entry.setAttribute('inert', '')
  }

  const isVisuallyHidden = (element: Element, known = new Map<Element, boolean>()): boolean => {
    if (element === document.body) return false
    const before = known.get(element)
    if (before !== undefined) return before
    const { width, height } = element.getBoundingClientRect()
    const isTiny = width <= 2 && height <= 2
    const { overflow, clipPath, position } = isTiny ? getComputedStyle(element) : ({} as Partial<CSSStyleDeclaration>)
    const hides = position === 'absolute' && (clipPath !== 'none' || overflow !== 'visible')
    const outer = element.parentElement
    const isHidden = hides || (outer !== null && isVisuallyHidden(outer, known))
    known.set(element, isHidden)
    return isHidden
  }

  /** What Tab has to reach. */
  const expected = () => {
    const all = [...scope().querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (element) =>
        isShown(element) &&
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        !element.closest('[inert]') &&
        !(element.tagName === 'SUMMARY' && element.parentElement?.tagName !== 'DETAILS'),
    )
    // Of a group of radio buttons Tab reaches one: the arrows lead on.
    const groupOf = (element: HTMLElement) =>
      element instanceof HTMLInputElement && element.type === 'radio' && element.name
        ? `${element.form?.id ?? ''} ${element.name}`
        : null
    const radios = Map.groupBy(
      all.filter((element) => groupOf(element)),
      groupOf,
    )
    return all.filter((element) => {
      const group = radios.get(groupOf(element))
      if (!groupOf(element) || !group) return true
      const checked = group.find((one) => (one as HTMLInputElement).checked)
      return checked ? element === checked : element === group[0]
    })
  }

  const fixedAround = (element: Element | null) => {
    for (let outer = element; outer && outer !== document.body; outer = outer.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(outer).position)) return outer
    return null
  }

  const scrollerOf = (element: Element) => {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer)
      if (outer.scrollWidth > outer.clientWidth + 1 && overflowX !== 'visible') return outer
      if (outer.scrollHeight > outer.clientHeight + 1 && /auto|scroll/.test(overflowY)) return outer
    }
    return null
  }

  const firstBox = (element: Element) =>
    [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ??
    element.getBoundingClientRect()

  const labelOf = (field: HTMLInputElement) =>
    (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').trim()

  const screen = () => {
    const top = root()
    const title = top.getAttribute('aria-labelledby')
    const kinds = [...top.querySelectorAll('*')]
      .filter((element) => !element.closest('svg') && isShown(element))
      .map(kindOf)
    const address = location.pathname.replace(/\/([^/]{16,}|[A-Z]-\w+|\d+)/g, '/…')
    const dialog = title ? (document.getElementById(title)?.textContent.replace(/\d+/g, '…') ?? '') : ''
    return { at: `${address}\n${dialog}`, kinds: [...new Set(kinds.toSorted())] }
  }

  const walkTools: Tools = {
    isShown,
    describe,
    root,
    scope,
    around,
    leaveOutRepeats,
    putBack,
    isVisuallyHidden,
    expected,
    fixedAround,
    scrollerOf,
    firstBox,
    labelOf,
    screen,
  }
  Object.assign(window, { walkTools, walk: {} })
}
