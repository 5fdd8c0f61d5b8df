/** What a mail's signed link may be used for: one purpose each. */
export const LINK_PURPOSES = ['answer', 'offer', 'unsubscribe', 'address'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
