import { SITE } from '../../contract/site.ts'
import { useParams } from 'react-router'
import type { PageHandle } from '../lib/page-handle.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { Page } from '../ui/page.tsx'

const ReportStart = lazyScreen(() => import('../features/reports/report-start.tsx'))
const ReportStatus = lazyScreen(() => import('../features/reports/report-status.tsx'))

// What it is about is read in the browser, so the page is the same for everything and knows no reference.
export const handle: PageHandle = { variant: ({ reference }) => (reference ? 'any report' : 'the form') }

// Anybody with the address of a report can read it.
export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

export const meta = () => [
  { title: `Report · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The form, or the outcome of a report. */
export default function ReportPage() {
  const { reference } = useParams()
  return <Page narrow>{reference ? <ReportStatus key={reference} reference={reference} /> : <ReportStart />}</Page>
}
