/** What an email's signed link may be used for: one purpose each. New ones are added at the end: tokens hold their number. */
export const LINK_PURPOSES = ['answer', 'offer', 'unsubscribe', 'address', 'keep-address', 'survey'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
