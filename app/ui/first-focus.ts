/**
 * As a ref: the field that has the focus when its form appears. A dialog that is about to open reads the attribute,
 * one that is open already takes the focus.
 */
export function firstFocus(element: HTMLElement | null) {
  element?.setAttribute('autofocus', '')
  element?.focus()
}
