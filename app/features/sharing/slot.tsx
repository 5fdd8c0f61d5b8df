import { lazy } from 'react'
import type { Event } from '../../../contract/events.ts'
import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import type { Settings } from '../../lib/page-context.ts'
import type { ShareProps } from './share-button.tsx'
import { ShareSoon } from './soon.tsx'

/** Share an event. */
export const ShareButton = flagged<ShareProps>('sharing', {
  on: lazyFace('sharing', () => import('./share-button.tsx')),
  off: ShareSoon,
})

/** On the manage screen. */
export const EmbedSection = flagged<{ event: Event }>('sharing', {
  on: lazy(() => import('./embed-section.tsx')),
  off: () => null,
})

/** For the head of a page: whether links have cards and can be embedded. */
export const isSharingOn = ({ features }: Settings) => features.includes('sharing')
