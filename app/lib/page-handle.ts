import type { Params } from 'react-router'
import type { FeatureName } from '../../contract/features.ts'

/** What a page tells the server about its address: `export const handle: PageHandle`. */
export interface PageHandle {
  /** The parts of the query that change what the server renders. Any other part is not there while rendering. */
  query?: readonly string[]
  /** Those that count only while a feature is on. */
  featureQuery?: Partial<Record<FeatureName, readonly string[]>>
  /**
   * For a page that the server renders alike whatever the path's parameters are: the same text for the same bytes. They
   * are rendered once, so the page must not show its own address.
   */
  variant?: (params: Params) => string
}
