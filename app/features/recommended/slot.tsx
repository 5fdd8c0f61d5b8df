import type { ReactNode } from 'react'
import { flagged } from '../../lib/flagged.tsx'

/** Home's section of recommended events; `soon` is the page's picture of it. */
export const RecommendedSection = flagged<{ soon: ReactNode }>('recommended', { off: ({ soon }) => soon })
