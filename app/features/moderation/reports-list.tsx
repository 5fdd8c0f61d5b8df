import type { ModeratedEvent } from '../../../contract/moderation-console.ts'
import style from './moderation.module.css'
import * as words from './words.tsx'

/** What people say. Who they are is for moderators alone. */
export const ReportsList = ({ reports }: Pick<ModeratedEvent, 'reports'>) =>
  reports.length === 0 ? (
    <p className={style.quiet}>{words.noOpenReports}</p>
  ) : (
    <ul role="list" className={style.rows}>
      {reports.map((report) => (
        <li key={report.reference} className={style.row}>
          <p>
            <span className={report.kind === 'illegal' ? style.alarm : style.chip}>{words.REPORTED[report.kind]}</span>
          </p>
          <blockquote className={style.said}>{report.text || words.textDeleted}</blockquote>
          <p className={style.quiet}>
            {[report.name, report.email].filter(Boolean).join(', ') || words.withoutName},{' '}
            {words.dayAndTime(report.createdAt)}, <span className={style.whole}>{report.reference}</span>
          </p>
        </li>
      ))}
    </ul>
  )
