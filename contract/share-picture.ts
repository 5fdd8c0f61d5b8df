// The picture that messengers show beside a link: every one draws a JPEG of this size.

export const SHARE_PICTURE = { width: 1200, height: 630 }

/** Null where the picture is another host's, which we do not fetch. */
export const sharePicturePath = (event: { id: number; version: number; imageUrl: string | null }): string | null =>
  event.imageUrl?.startsWith('http') ? null : `/images/events/share-${event.id}-${event.version}.jpg`
