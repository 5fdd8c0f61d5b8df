import { lazy } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { ShareSoon } from './soon.tsx'

/** Share an event. */
export const ShareButton = flagged('sharing', { on: lazy(() => import('./share-button.tsx')), off: ShareSoon })
