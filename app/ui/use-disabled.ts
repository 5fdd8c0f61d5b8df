import { useState, type ComponentProps, type MouseEvent } from 'react'

const doNothing = (event: MouseEvent) => event.preventDefault()

interface Given<Tag extends 'button' | 'input'> {
  disabled?: boolean
  onClick?: ComponentProps<Tag>['onClick']
}

/**
 * A control with the native attribute loses focus. One that was enabled before and is now busy, or at its limit, keeps it, is
 * announced as disabled, and does nothing when pressed; it does not submit its form either.
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
