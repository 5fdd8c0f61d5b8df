import { Link } from 'react-router'
import { keyedPath } from '../../../contract/event-access.ts'
import style from './reports.module.css'
import type { Subject } from './subject.ts'

/** At the end of a page, out of the way of its content. The form is a separate page. */
export const ReportLink = ({ kind, id, eventKey }: Subject) => (
  <p className={style.report}>
    <Link to={keyedPath(`/report?${kind}=${id}`, { key: eventKey })} rel="nofollow">
      Report
    </Link>
  </p>
)
