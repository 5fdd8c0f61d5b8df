import { useState, type ComponentProps, type MouseEvent } from 'react'

const doNothing = (event: MouseEvent) => event.preventDefault()

interface Given<Tag extends 'button' | 'input'> {
  disabled?: boolean
  onClick?: ComponentProps<Tag>['onClick']
}

/**
 * The native attribute would take the focus from whoever has just pressed the control. One that could be pressed before (now it
 * is busy, or at its limit) keeps its focus, says that it is disabled, and does nothing: neither does it submit its form.
 */
export function useDisabled<Tag extends 'button' | 'input'>({ disabled = false, onClick }: Given<Tag>) {
  const [wasEnabled, setWasEnabled] = useState(!disabled)
  if (!disabled && !wasEnabled) setWasEnabled(true)
  return {
    disabled: disabled && !wasEnabled,
    'aria-disabled': disabled || undefined,
    onClick: disabled ? doNothing : onClick,
  }
}
