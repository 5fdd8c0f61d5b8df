// What the walk sees without touching anything: sizes, what is cut, what is lost, what moves.
import type { WithTools } from './walk-tools.ts'

export interface Looks {
  smallTargets: () => string[]
  hoverReveals: () => string[]
  sticksOut: () => string[]
  cutText: () => string[]
  /** What is cut or wider than the window, also with more space in the text. */
  reflow: () => string[]
  /** What of the screen forced colours may lose. */
  kindsInForcedColours: () => string[]
  lostInForcedColours: () => string[]
  lostBars: () => string[]
  motion: () => string[]
  lengthen: () => void
}

export function installLooks() {
  const { isShown, describe, scope, isVisuallyHidden, expected, fixedAround } = (window as unknown as WithTools)
    .walkTools

  const targets = () => {
    const known = new Map<Element, boolean>()
    return expected().filter((element) => !isVisuallyHidden(element, known))
  }

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

  function smallTargets() {
    const least = location.pathname === '/door' ? 44 : 24
    const all = targets().map((element) => ({ element, box: targetBox(element) }))
    const centre = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 })
    const isSmall = ({ width, height }: DOMRect) => width < least - 0.5 || height < least - 0.5
    /** Far enough from the next one, as the criterion allows with 24 px. What stays in place lies over others for a moment. */
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
        const isClear = toBox >= 12 && (!isSmall(box) || Math.hypot(other.x - x, other.y - y) >= 24)
        return isClear || fixedAround(element) !== fixedAround(one.element)
      })
    return all
      .filter((one) => isSmall(one.box) && !isInSentence(one.element) && !isFar(one))
      .map(
        ({ element, box }) =>
          `${describe(element)} is ${Math.round(box.width)} × ${Math.round(box.height)} px, less than ${least}`,
      )
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
      .map((element) => {
        const alone = element.cloneNode() as Element
        alone.removeAttribute('style')
        return alone.outerHTML.slice(0, 100)
      })
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
    const texts = document.createTreeWalker(scope(), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const hidden = new Map<Element, boolean>()
    // A computed style is slow to ask, and is asked for every text in it.
    const styles = new Map<Element, ReturnType<typeof clippingOf>>()
    const clippingOf = (element: Element) => {
      const { overflowX, overflowY, webkitLineClamp, position } = getComputedStyle(element)
      return { overflowX, overflowY, webkitLineClamp, position }
    }
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? clippingOf(element)
      styles.set(element, style)
      return style
    }
    while (texts.nextNode()) {
      const text = texts.currentNode
      const holder = text.parentElement
      if (!holder || !text.textContent?.trim() || !isShown(holder) || isVisuallyHidden(holder, hidden)) continue
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
        const { overflowX, overflowY, webkitLineClamp, position } = styleOf(outer)
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

  // As the criterion for text spacing has it. On each element: a sheet is forgotten where the window has just changed its size.
  const SPACING = { 'line-height': '1.5', 'letter-spacing': '0.12em', 'word-spacing': '0.16em' }
  const space = (isSpaced: boolean) => {
    for (const element of scope().querySelectorAll<HTMLElement>('*'))
      for (const [name, value] of Object.entries(SPACING))
        if (isSpaced) element.style.setProperty(name, value, 'important')
        else element.style.removeProperty(name)
  }
  function reflow() {
    const look = () => [...sticksOut(), ...cutText()]
    const plain = look()
    space(true)
    const spaced = look().filter((fault) => !plain.includes(fault))
    space(false)
    return [...plain, ...spaced.map((fault) => `with spaced text ${fault}`)]
  }

  /** Without backgrounds and shadows: a control has words, a drawing, a border, or the look that the system gives it. */
  function lostInForcedColours() {
    return targets()
      .filter((element) => {
        // The browser draws its button.
        if (element.matches('[type=file]')) return false
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

  const SIZED = '[style*="width"], [style*="height"], [style*="left"], [style*="inset"], [style*="inline-size"]'
  const bars = () =>
    [...scope().querySelectorAll<HTMLElement>(SIZED)]
      .filter((element) => isShown(element) && element.childElementCount === 0 && !element.textContent.trim())
      .filter((element) => !element.matches('img, svg, svg *, canvas, video, input, textarea'))

  const kindsInForcedColours = () => {
    const drawn = (element: Element) => element.querySelector('svg, img, canvas, video') !== null
    const classOf = (element: Element | null) => `${element?.tagName} ${element?.className}`
    return [
      ...targets().map(
        (one) => `${classOf(one)} ${one.getAttribute('type')} ${one.textContent.trim() !== ''} ${drawn(one)}`,
      ),
      ...bars().map((bar) => `bar ${classOf(bar)} in ${classOf(bar.parentElement)}`),
    ]
  }

  /** The bars of charts: what is drawn as large or as far as a number says. Its background alone does not show in forced colours. */
  function lostBars() {
    const isPainted = (colour: string) => colour !== 'transparent' && !/[,/] ?0\)$/.test(colour)
    const behind = (element: Element) => {
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        const { backgroundColor } = getComputedStyle(outer)
        if (isPainted(backgroundColor)) return backgroundColor
      }
      return 'rgb(255, 255, 255)'
    }
    return bars()
      .filter((element) => {
        const { backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(element)
        const isSeen = isPainted(backgroundColor) && backgroundColor !== behind(element)
        return !isSeen && borderTopStyle === 'none' && backgroundImage === 'none'
      })
      .map((element) => `a bar of ${describe(element.parentElement)} is lost in forced colours`)
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
      // Also a short one: each change of everything would begin and end it on every element.
      if (seconds(transitionDuration) > 0 && transitionProperty !== 'none')
        faults.push(`${describe(element)} has a transition`)
      if (animationName !== 'none' && seconds(animationDuration) > 0.01) faults.push(`${describe(element)} is animated`)
      if (scrollBehavior === 'smooth') faults.push(`${describe(element)} scrolls smoothly`)
      return faults
    })
    const films = [...document.querySelectorAll('video')]
      .filter(({ paused, srcObject, duration }) => !paused && !srcObject && duration > 0)
      .map((film) => `${describe(film)} plays`)
    return [...new Set([...moving, ...would, ...films])].slice(0, 10)
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

  const part: Looks = {
    smallTargets,
    hoverReveals,
    sticksOut,
    cutText,
    reflow,
    kindsInForcedColours,
    lostInForcedColours,
    lostBars,
    motion,
    lengthen,
  }
  Object.assign((window as unknown as { walk: object }).walk, part)
}
