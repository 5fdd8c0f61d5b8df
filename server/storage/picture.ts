// The words for a picture: its key in storage, and what an event keeps of it.
import type { Config } from '../config.ts'
import type { Storage } from './storage.ts'

export interface Picture {
  /** A key of ours, a full address elsewhere, or none. */
  imageUrl: string | null
  imageWidths: number[]
  /** Its main colour, '#rrggbb'. */
  imageTint: string | null
}

/** events/abc.jpg -> events/abc-400.webp */
export const variantKey = (key: string, width: number) => `${key.replace(/\.[^.]+$/, '')}-${width}.webp`

/** A person's photo as it is shown, small; undefined: there is none. */
export const photoPath = ({ photoKey, photoWidths }: { photoKey: string | null; photoWidths: number[] }) =>
  photoKey === null || photoWidths.length === 0
    ? (photoKey ?? undefined)
    : variantKey(photoKey, Math.min(...photoWidths))

export const isKey = (image: string) => !/^https?:/i.test(image)

/** Pages show pictures only from sites that the operator has allowed (IMAGE_ORIGINS). */
export const isShowable = (address: string, { config }: { config: Config }) =>
  URL.canParse(address) && config.imageOrigins.some((site) => new URL(site).origin === new URL(address).origin)

/** A client may send the public address that it built from the key; we store the key. */
export function keyOf<Image extends string | null | undefined>(
  image: Image,
  { config, storage }: { config: Config; storage: Storage },
): Image | string {
  if (!image) return image
  const base = `${new URL(storage.publicBase, config.publicUrl).href}/`
  return image.startsWith(base) ? image.slice(base.length) : image
}
