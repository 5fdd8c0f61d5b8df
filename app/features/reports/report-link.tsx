import { Link } from 'react-router'
import style from './reports.module.css'
import type { Subject } from './subject.ts'

/** At the end of a page, out of the way of its content. The form is a separate page. */
export const ReportLink = ({ kind, id }: Subject) => (
  <p className={style.report}>
    <Link to={`/report?${kind}=${id}`} rel="nofollow">
      Report
    </Link>
  </p>
)
