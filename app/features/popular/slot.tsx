import type { ReactNode } from 'react'
import { flagged } from '../../lib/flagged.tsx'

/** Home's section of popular events, and the page's picture of it while there is none. */
export const PopularSection = flagged<Record<'live' | 'soon', ReactNode>>('popular', {
  on: ({ live }) => live,
  off: ({ soon }) => soon,
})
