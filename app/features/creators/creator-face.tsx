import { useState } from 'react'
import { pictureUrl } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'

interface Props {
  name: string
  picture: string | null
  className: string | undefined
}

/** The name beside it says who it is. */
export function CreatorFace({ name, picture, className }: Props) {
  const { imageBase } = useSettings()
  const [isMissing, setMissing] = useState(false)
  const [initial = ''] = name
  return picture && !isMissing ? (
    <img
      className={className}
      src={pictureUrl(imageBase, picture)}
      alt=""
      width="96"
      height="96"
      onError={() => setMissing(true)}
    />
  ) : (
    <span className={className} aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  )
}
