import { useCallback, useState, type ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'img'>, 'ref' | 'onError'> {
  src: string
  /** Shown when the picture does not load. */
  fallback: { src: string; srcSet?: string }
}

export function FallbackImage({ fallback, alt, ...image }: Props) {
  const { src } = image
  const [failed, setFailed] = useState<string | null>(null)
  // A picture of the rendered page may have failed before React came to listen.
  const look = useCallback(
    (element: HTMLImageElement | null) => {
      if (element?.complete && element.naturalWidth === 0) setFailed(src)
    },
    [src],
  )
  const shown = failed === src ? { ...image, srcSet: undefined, ...fallback } : image
  return <img {...shown} alt={alt} ref={look} onError={() => setFailed(src)} />
}
