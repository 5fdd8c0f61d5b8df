import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import style from './reports.module.css'
import { pathOfSubject, type NamedSubject } from './subject.ts'
import * as words from './report-words.tsx'

interface Props {
  reference: string
  hasReceipt: boolean
  subject: NamedSubject | null
}

export function ReportSent({ reference, hasReceipt, subject }: Props) {
  // The form that had the focus is gone.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={style.sent}>
      <h1 ref={heading} tabIndex={-1}>
        {words.thankYou}
      </h1>
      <p>
        {words.personWillLook(
          <Link to={`/report/${reference}`} className={style.reference}>
            {reference}
          </Link>,
          hasReceipt && words.receiptIsComing,
        )}
      </p>
      <div className="row wrap gap-8">
        <ButtonLink look="outlined" to={subject ? pathOfSubject(subject) : '/events'}>
          {subject ? words.goBack : words.browseEvents}
        </ButtonLink>
      </div>
    </div>
  )
}
