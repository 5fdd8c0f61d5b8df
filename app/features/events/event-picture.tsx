import { eventPicture, PLACEHOLDER, type HasPicture } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'

interface Props {
  event: HasPicture
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string
  className?: string
  /** Where the row is narrow: the space it takes until it is there. */
  width?: number
}

/** The picture of an event in a list, which comes when it is scrolled to. It says nothing that its title does not. */
export function EventPicture({ event, sizes, className, width = 400 }: Props) {
  const { imageBase } = useSettings()
  return (
    <FallbackImage
      {...eventPicture(event, imageBase)}
      fallback={PLACEHOLDER}
      sizes={sizes}
      width={width}
      height={(width * 9) / 16}
      alt=""
      className={className}
      loading="lazy"
      decoding="async"
    />
  )
}
