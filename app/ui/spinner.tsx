import { classes } from '../lib/classes.ts'
import style from './spinner.module.css'

/** Fills the place of a page that is loading. */
export const Spinner = ({ label = 'Loading' }: { label?: string }) => (
  <div className={style.spinner} role="status" aria-label={label}>
    <div className={style.ring} />
  </div>
)

/** Beside a button's text. */
export const InlineSpinner = () => <span className={classes(style.ring, style.inline)} aria-hidden="true" />
