import type { ComponentProps } from 'react'
import { classes } from '../lib/classes.ts'
import style from './icon-button.module.css'

/** A round button of 48 px whose name is its label. */
export const IconButton = ({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) => (
  <button type="button" aria-label={label} title={label} className={classes(style.button, className)} {...rest} />
)
