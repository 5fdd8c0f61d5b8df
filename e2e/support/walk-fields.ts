// What the walk asks of fields and of what can be dragged.
import type { WithTools } from './walk-tools.ts'

export interface Fields {
  refusedPastes: () => string[]
  wrongTokens: () => string[]
  dragsWithoutButtons: () => string[]
  choose: () => Promise<string[]>
  faultyFields: () => string[]
}

export function installFields() {
  const { isShown, describe, root, labelOf } = (window as unknown as WithTools).walkTools

  const fields = () =>
    [...root().querySelectorAll<HTMLInputElement>('input')].filter(
      (field) => isShown(field) && !field.matches(':disabled'),
    )
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

  /** The one that is chosen among the radio buttons of a group. */
  const chosenBeside = ({ name, form }: HTMLInputElement) =>
    [...root().querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].find(
      (radio) => radio.name === name && radio.form === form,
    )

  /**
   * Chooses in everything that can be chosen in, and puts it back: the focus stays, the path stays, nothing opens. In a dialog
   * a group of which nothing is chosen yet is left alone, because a journey goes on there and nothing undoes a first choice.
   */
  async function choose() {
    const faults: string[] = []
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const select = (field: HTMLSelectElement, index: number) => {
      if (index < 0) return
      field.selectedIndex = index
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    }
    /** Answers how to put it back. */
    const change = (field: HTMLSelectElement | HTMLInputElement) => {
      if (field instanceof HTMLSelectElement) {
        const before = field.selectedIndex
        select(
          field,
          [...field.options].findIndex(({ disabled }, index) => index !== before && !disabled),
        )
        return () => select(field, before)
      }
      const chosen = field.type === 'radio' ? chosenBeside(field) : field
      field.click()
      return () => chosen?.click()
    }
    const path = location.pathname
    const opened = () => document.querySelectorAll('dialog[open]').length
    const before = opened()
    const isFirst = (field: HTMLSelectElement | HTMLInputElement) =>
      root() !== document.body && field instanceof HTMLInputElement && field.type === 'radio' && !chosenBeside(field)
    const all = [
      ...root().querySelectorAll<HTMLSelectElement | HTMLInputElement>(
        'select, input[type=checkbox], input[type=radio]',
      ),
    ].filter((field) => isShown(field) && !field.matches(':disabled') && !isFirst(field))
    for (const field of all.slice(0, 30)) {
      if (!field.isConnected) continue
      field.focus()
      const putBack = change(field)
      await frame()
      if (document.activeElement !== field)
        faults.push(`choosing in ${describe(field)} moves the focus to ${describe(document.activeElement)}`)
      if (location.pathname !== path) faults.push(`choosing in ${describe(field)} leads to another address`)
      if (opened() !== before) faults.push(`choosing in ${describe(field)} opens a dialog`)
      if (faults.length > 0) return faults
      if (field.isConnected) putBack()
      await frame()
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

  const part: Fields = { refusedPastes, wrongTokens, dragsWithoutButtons, choose, faultyFields }
  Object.assign((window as unknown as { walk: object }).walk, part)
}
