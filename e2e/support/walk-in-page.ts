// What the walk (walk.ts) asks the page itself. `installWalk` is sent to the browser whole, so that it uses nothing from outside.

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** One kind of control, of which one is looked at more closely. */
export interface Kind {
  key: string
  /** Where `pick` finds it. */
  index: number
  name: string
  isCheckable: boolean
}

export interface InPage {
  /** Begins to write down where Tab leads; returns how often it has to be pressed. */
  beginTabbing: () => number
  endTabbing: () => string[]
  kinds: () => Kind[]
  focusKind: (index: number) => Box | null
  blur: () => void
  toggleKind: (index: number) => void
  smallTargets: (least: number) => string[]
  pressLetters: () => string[]
  hoverReveals: () => string[]
  sticksOut: () => string[]
  cutText: () => string[]
  cutWhenSpaced: () => string[]
  lostInForcedColours: () => string[]
  motion: () => string[]
  refusedPastes: () => string[]
  wrongTokens: () => string[]
  dragsWithoutButtons: () => string[]
  choose: () => Promise<string[]>
  faultyFields: () => string[]
  lengthen: () => void
}

export function installWalk() {
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

  const isVisuallyHidden = (element: Element) => {
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { width, height } = outer.getBoundingClientRect()
      const { overflow, clipPath, position } = getComputedStyle(outer)
      if (position === 'absolute' && (clipPath !== 'none' || overflow !== 'visible') && width <= 2 && height <= 2)
        return true
    }
    return false
  }

  /** What Tab has to reach. */
  const expected = () => {
    const all = [...root().querySelectorAll<HTMLElement>(CONTROLS)].filter(
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
    for (let outer = element.parentElement; outer; outer = outer.parentElement)
      if (outer.scrollWidth > outer.clientWidth + 1 && getComputedStyle(outer).overflowX !== 'visible') return outer
    return null
  }

  const firstBox = (element: Element) =>
    [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ??
    element.getBoundingClientRect()

  interface Stop {
    element: Element
    /** Where it is in what scrolls, and what that is. */
    place: { left: number; right: number; top: number; bottom: number }
    scroller: Element | null
    isFixed: boolean
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
    let [across, down] = [0, 0]
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      across += outer.scrollLeft
      down += outer.scrollTop
    }
    stops.push({
      element,
      place: { left: box.left + across, right: box.right + across, top: box.top + down, bottom: box.bottom + down },
      scroller: scrollerOf(element),
      isFixed: fixedAround(element) !== null,
      problems,
      focused: lookOf(element),
    })
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Tab') note()
  }

  // What glides to its place is looked at where it will be.
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important; scroll-behavior: auto !important }')

  function beginTabbing() {
    stops = []
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    wanted = expected()
    goal = root()
    addEventListener('keyup', onKeyUp, true)
    // Tab goes on from here.
    const start = document.createElement('span')
    start.tabIndex = -1
    goal.prepend(start)
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
      if (before.isFixed || after.isFixed || before.scroller !== after.scroller) continue
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
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
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
    const { x, y, width, height } = firstBox(element)
    return { x, y, width, height }
  }

  const toggleKind = (index: number) => {
    const element = kindElements[index]
    if (element instanceof HTMLInputElement) element.checked = !element.checked
  }

  const targets = () => expected().filter((element) => !isVisuallyHidden(element))

  /** A field's label is pressed too. */
  const targetBox = (element: HTMLElement) => {
    const own = element.getBoundingClientRect()
    const label = (element as HTMLInputElement).labels?.[0]
    if (!label || !isShown(label)) return own
    const outer = label.getBoundingClientRect()
    return new DOMRect(
      Math.min(own.left, outer.left),
      Math.min(own.top, outer.top),
      Math.max(own.right, outer.right) - Math.min(own.left, outer.left),
      Math.max(own.bottom, outer.bottom) - Math.min(own.top, outer.top),
    )
  }

  /** A link in a sentence is as high as its line. */
  const isInSentence = (element: Element) => {
    if (getComputedStyle(element).display !== 'inline') return false
    const around = element.parentElement?.textContent.trim() ?? ''
    return around.length > element.textContent.trim().length + 1
  }

  function smallTargets(least: number) {
    const all = targets().map((element) => ({ element, box: targetBox(element) }))
    const centre = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 })
    const isSmall = ({ width, height }: DOMRect) => width < least - 0.5 || height < least - 0.5
    /** Far enough from the next one, as the criterion allows with 24 px. */
    const isFar = (one: (typeof all)[number]) =>
      least === 24 &&
      all.every(({ element, box }) => {
        if (element === one.element || element.contains(one.element) || one.element.contains(element)) return true
        const { x, y } = centre(one.box)
        const nearest = {
          x: Math.max(box.left, Math.min(x, box.right)),
          y: Math.max(box.top, Math.min(y, box.bottom)),
        }
        const toBox = Math.hypot(nearest.x - x, nearest.y - y)
        const other = centre(box)
        return toBox >= 12 && (!isSmall(box) || Math.hypot(other.x - x, other.y - y) >= 24)
      })
    return all
      .filter((one) => isSmall(one.box) && !isInSentence(one.element) && !isFar(one))
      .map(
        ({ element, box }) =>
          `${describe(element)} is ${Math.round(box.width)} × ${Math.round(box.height)} px, less than ${least}`,
      )
  }

  const state = () => ({
    address: location.href,
    focus: describe(document.activeElement),
    dialogs: document.querySelectorAll('dialog[open], [popover]:popover-open').length,
    words: document.body.innerText,
    at: `${scrollX} ${scrollY}`,
  })

  function pressLetters() {
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

  /** Content that only hovering shows: nothing closes it. A script's content is closed by Escape (the journeys). */
  function hoverReveals() {
    const REVEALING = ['display', 'visibility', 'content', 'clip-path', 'clip']
    const faults: string[] = []
    const look = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')) {
          const found = REVEALING.filter((name) => {
            const value = rule.style.getPropertyValue(name)
            return value && !(name === 'content' && ['""', "''", 'none'].includes(value))
          })
          const opacity = rule.style.getPropertyValue('opacity')
          // Of itself, a control may become paler; of something else, it is shown.
          const isOfOther = /:hover[^,]*[\s>+~]|:hover[^,]*::/.test(rule.selectorText)
          if (found.length > 0 || (isOfOther && opacity !== '' && Number(opacity) > 0.9))
            faults.push(`only hovering shows what ${rule.selectorText} styles`)
        }
        if ('cssRules' in rule) look(rule.cssRules as CSSRuleList)
      }
    }
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) look(sheet.cssRules)
    return faults
  }

  /** What makes the page scroll sideways. */
  function sticksOut(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isClipped = (element: Element) => {
      for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
        if (getComputedStyle(outer).overflowX !== 'visible') return true
      return false
    }
    const found = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !isClipped(element))
      .map((element) => element.outerHTML.slice(0, 100))
    // What has its own position is not clipped by a scroller that has none: asking the page itself misses nothing.
    scrollTo(clientWidth, scrollY)
    const isMoved = scrollX > 0
    scrollTo(0, scrollY)
    return found.length === 0 && isMoved ? [`the page is ${scrollWidth} wide in a window of ${clientWidth}`] : found
  }

  /** Text of which a part is outside of a box that shows nothing outside, and that cannot be scrolled. */
  function cutText() {
    const faults = new Set<string>()
    const isClipping = (value: string) => value === 'hidden' || value === 'clip'
    const texts = document.createTreeWalker(root(), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode
      const holder = text.parentElement
      if (!holder || !text.textContent?.trim() || !isShown(holder) || isVisuallyHidden(holder)) continue
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
      if (boxes.length === 0) continue
      const button = holder.closest('button, [role=tab]')
      if (button) {
        const edge = button.getBoundingClientRect()
        if (
          boxes.some(
            ({ left, right, top, bottom }) =>
              right > edge.right + 2 || left < edge.left - 2 || bottom > edge.bottom + 2 || top < edge.top - 2,
          )
        )
          faults.add(`sticks out of ${describe(button)}`)
      }
      for (
        let outer: Element | null = holder;
        outer && outer !== document.documentElement;
        outer = outer.parentElement
      ) {
        const { overflowX, overflowY, webkitLineClamp, position } = getComputedStyle(outer)
        // A description that is shortened on purpose: the page of what it describes has it whole.
        if (webkitLineClamp !== 'none') break
        if (!isClipping(overflowX) && overflowX !== 'visible') break
        if (!isClipping(overflowY) && overflowY !== 'visible') break
        if (isClipping(overflowX) || isClipping(overflowY)) {
          const box = outer.getBoundingClientRect()
          const isCut = boxes.some(
            ({ left, right, top, bottom }) =>
              (isClipping(overflowX) && (right > box.right + 2 || left < box.left - 2)) ||
              (isClipping(overflowY) && (bottom > box.bottom + 4 || top < box.top - 4)),
          )
          if (isCut) {
            faults.add(`cut: ${describe(holder)}`)
            break
          }
        }
        if (position === 'fixed') break
      }
    }
    return [...faults]
  }

  // As the criterion for text spacing has it.
  const spacing = new CSSStyleSheet()
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  function cutWhenSpaced() {
    const before = document.adoptedStyleSheets
    document.adoptedStyleSheets = [...before, spacing]
    const faults = [...sticksOut(), ...cutText()]
    document.adoptedStyleSheets = before
    return faults
  }

  /** Without backgrounds and shadows: a control has words, a drawing, a border, or the look that the system gives it. */
  function lostInForcedColours() {
    return targets()
      .filter((element) => {
        if (
          element.textContent.trim() &&
          [...element.querySelectorAll('*'), element].some((one) => one.textContent.trim() && !isVisuallyHidden(one))
        )
          return false
        if ([...element.querySelectorAll('svg, img, canvas, video')].some(isShown)) return false
        return [
          getComputedStyle(element),
          getComputedStyle(element, '::before'),
          getComputedStyle(element, '::after'),
        ].every(
          ({ appearance, borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth, outlineStyle }, index) =>
            (index > 0 || appearance === 'none') &&
            (borderTopStyle === 'none' || parseFloat(borderTopWidth) === 0) &&
            (borderBottomStyle === 'none' || parseFloat(borderBottomWidth) === 0) &&
            outlineStyle === 'none',
        )
      })
      .filter((element) => {
        // A whole card may be a link that lies over what it leads to.
        const label = (element as HTMLInputElement).labels?.[0]
        return !(label && label.textContent.trim() && getComputedStyle(element).opacity === '0')
      })
      .map((element) => `${describe(element)} is lost in forced colours`)
  }

  /** What still moves although the person has asked for no motion. */
  function motion() {
    const seconds = (list: string) => Math.max(...list.split(',').map((one) => parseFloat(one) || 0))
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration, iterations } = effect?.getTiming() ?? {}
        return playState === 'running' && (Number(duration) > 10 || iterations === Infinity)
      })
      .map(({ effect }) => `${describe((effect as KeyframeEffect).target)} still moves`)
    const would = [...document.querySelectorAll('body, body *')].flatMap((element) => {
      const { transitionDuration, transitionProperty, animationName, animationDuration, scrollBehavior } =
        getComputedStyle(element)
      const faults: string[] = []
      if (seconds(transitionDuration) > 0.01 && transitionProperty !== 'none')
        faults.push(`${describe(element)} would move slowly`)
      if (animationName !== 'none' && seconds(animationDuration) > 0.01) faults.push(`${describe(element)} is animated`)
      if (scrollBehavior === 'smooth') faults.push(`${describe(element)} scrolls smoothly`)
      return faults
    })
    const films = [...document.querySelectorAll('video')]
      .filter(({ paused, srcObject, duration }) => !paused && !srcObject && duration > 0)
      .map((film) => `${describe(film)} plays`)
    return [...new Set([...moving, ...would, ...films])].slice(0, 10)
  }

  const fields = () =>
    [...root().querySelectorAll<HTMLInputElement>('input')].filter(
      (field) => isShown(field) && !field.matches(':disabled'),
    )
  const labelOf = (field: HTMLInputElement) =>
    (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').trim()
  const isSecret = (field: HTMLInputElement) =>
    field.type === 'password' ||
    field.autocomplete === 'one-time-code' ||
    /^(code|password|.*digit code)/i.test(labelOf(field))

  function refusedPastes() {
    return fields()
      .filter(isSecret)
      .filter((field) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', '123456')
        const before = field.value
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        return !field.dispatchEvent(event) && field.value === before
      })
      .map((field) => `nothing can be pasted into ${describe(field)}`)
  }

  function wrongTokens() {
    return fields().flatMap((field) => {
      const tokens = (field.getAttribute('autocomplete') ?? '').split(/\s+/)
      const label = labelOf(field)
      const rule: [boolean, string[]][] = [
        [field.type === 'password' && /new|confirm|again|choose|create/i.test(label), ['new-password']],
        [field.type === 'password', ['current-password', 'new-password', 'off']],
        [
          field.type === 'email' && Boolean(field.closest('form')?.querySelector('[type=password]')),
          ['email', 'username'],
        ],
        [/^(your )?email( address)?$/i.test(label), ['email', 'username', 'off']],
        [/^first name$/i.test(label), ['given-name', 'off']],
        [/^last name$/i.test(label), ['family-name', 'off']],
        [/^(your|full) name$/i.test(label), ['name']],
        [/^(phone|telephone)/i.test(label), ['tel']],
        [/(^| )(six-digit |6-digit )code/i.test(label), ['one-time-code']],
      ]
      const allowed = rule.find(([holds]) => holds)?.[1]
      return !allowed || tokens.some((token) => allowed.includes(token))
        ? []
        : [`${describe(field)} has autocomplete “${tokens.join(' ')}” instead of ${allowed.join(' or ')}`]
    })
  }

  function dragsWithoutButtons() {
    return [...root().querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { cursor, touchAction } = getComputedStyle(element)
        const isOuter = element.parentElement && getComputedStyle(element.parentElement).cursor === cursor
        return (
          (element.draggable && element.tagName !== 'A' && element.tagName !== 'IMG') ||
          (cursor === 'grab' && !isOuter) ||
          touchAction === 'none'
        )
      })
      .filter(isShown)
      .filter((element) => {
        const around = element.closest('li, fieldset, [role=group], dialog, form, section') ?? document.body
        return ![...around.querySelectorAll('button, input[type=range]')].some((button) =>
          /left|right|up|down|earlier|later|before|after|larger|smaller|zoom|move/i.test(
            `${button.getAttribute('aria-label') ?? ''} ${button.textContent} ${labelOf(button as HTMLInputElement)}`,
          ),
        )
      })
      .map((element) => `${describe(element)} can be dragged, and nothing else does the same`)
  }

  /** As another language may be: every word with as many letters more as make it 40 % longer. */
  function lengthen() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.parentElement?.closest('script, style, template')) continue
      text.data = text.data.replace(
        /\p{L}+/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase(),
      )
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]'))
      field.placeholder += field.placeholder.slice(0, field.placeholder.length * 0.4)
  }

  /** Chooses in everything that can be chosen in: the focus stays, the path stays, nothing opens. What was ticked is ticked again. */
  async function choose() {
    const faults: string[] = []
    const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const change = (field: HTMLElement) => {
      if (!(field instanceof HTMLSelectElement)) return field.click()
      const other = [...field.options].findIndex(({ disabled }, index) => index !== field.selectedIndex && !disabled)
      if (other < 0) return
      field.selectedIndex = other
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    }
    const path = location.pathname
    const opened = () => document.querySelectorAll('dialog[open]').length
    const before = opened()
    const all = [...root().querySelectorAll<HTMLElement>('select, input[type=checkbox], input[type=radio]')]
    for (const field of all.filter((field) => isShown(field) && !field.matches(':disabled')).slice(0, 30)) {
      if (!field.isConnected) continue
      field.focus()
      change(field)
      await frames()
      if (document.activeElement !== field)
        faults.push(`choosing in ${describe(field)} moves the focus to ${describe(document.activeElement)}`)
      if (location.pathname !== path) faults.push(`choosing in ${describe(field)} leads to another address`)
      if (opened() !== before) faults.push(`choosing in ${describe(field)} opens a dialog`)
      if (faults.length > 0) return faults
      if (field instanceof HTMLInputElement && field.type === 'checkbox' && field.isConnected) field.click()
      await frames()
    }
    return faults
  }

  /** Fields that are marked as wrong: what they are called, what is said about them, and which of them has the focus. */
  const faultyFields = () =>
    [...root().querySelectorAll<HTMLElement>('[aria-invalid=true]')].map((field) => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
      const words = ids.map((id) => document.getElementById(id)?.textContent.trim() ?? '').join(' ')
      const name = labelOf(field as HTMLInputElement).replace(/\s+/g, ' ')
      return `${name}: ${words || 'nothing is said'}${field === document.activeElement ? ' (focus)' : ''}`
    })

  const walk: InPage = {
    choose,
    faultyFields,
    lengthen,
    beginTabbing,
    endTabbing,
    kinds,
    focusKind,
    blur,
    toggleKind,
    smallTargets,
    pressLetters,
    hoverReveals,
    sticksOut,
    cutText,
    cutWhenSpaced,
    lostInForcedColours,
    motion,
    refusedPastes,
    wrongTokens,
    dragsWithoutButtons,
  }
  Object.assign(window, { walk })
}
