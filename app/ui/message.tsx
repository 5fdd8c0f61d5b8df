import { classes } from '../lib/classes.ts'
import style from './message.module.css'

/** What became of a form, announced at once. The regions stand there from the start, or nobody would listen to them. */
export const FormMessage = ({ problem, success }: { problem?: string | null; success?: string | null }) => (
  <>
    <div role="alert" className={style.region}>
      {problem && <p className={classes(style.message, style.problem)}>{problem}</p>}
    </div>
    <div role="status" className={style.region}>
      {success && <p className={classes(style.message, style.success)}>{success}</p>}
    </div>
  </>
)
