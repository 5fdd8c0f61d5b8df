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
  /** In view as soon as the page is: it comes with the page. */
  isFirst?: boolean
}

// Lazy ones are asked for when the page is laid out, and then wait behind its scripts. These go before the scripts.
const AT_ONCE = { fetchPriority: 'high' } as const
const WHEN_SEEN = { loading: 'lazy', decoding: 'async' } as const

/** The picture of an event in a list, which comes when it is scrolled to. It says nothing that its title does not. */
export function EventPicture({ event, sizes, className, width = 400, isFirst = false }: Props) {
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
      {...(isFirst ? AT_ONCE : WHEN_SEEN)}
    />
  )
}
