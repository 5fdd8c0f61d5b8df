import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from '../lib/classes.ts'
import style from './button.module.css'
import { useDisabled } from './use-disabled.ts'

/** A round button of 48 px whose name is its label. */
export const IconButton = ({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) => (
  <button type="button" aria-label={label} title={label} className={classes(style.icon, className)} {...rest} />
)

interface Look {
  /** `danger`: ends something for good. Filled is what goes ahead. */
  look?: 'primary' | 'outlined' | 'text' | 'danger'
  wide?: boolean
}

/** For a link that leaves the site and looks like a button. */
export const buttonClass = ({ look = 'primary', wide }: Look, more?: string) =>
  classes(style.button, style[look], wide && style.wide, more)

export const Button = ({
  look,
  wide,
  className,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: ComponentProps<'button'> & Look) => (
  <button
    type={type}
    className={buttonClass({ look, wide }, className)}
    {...rest}
    {...useDisabled<'button'>({ disabled, onClick })}
  />
)

export const ButtonLink = ({ look, wide, className, ...rest }: ComponentProps<typeof Link> & Look) => (
  <Link className={buttonClass({ look, wide }, className)} {...rest} />
)
