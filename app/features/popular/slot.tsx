import type { ReactNode } from 'react'
import { flagged } from '../../lib/flagged.tsx'

/** Home's section of popular events; `soon` is the page's picture of it. */
export const PopularSection = flagged<{ soon: ReactNode }>('popular', { off: ({ soon }) => soon })
