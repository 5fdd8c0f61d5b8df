import { useState, type ReactNode } from 'react'
import type { Creator } from '../../../contract/creators.ts'
import { pictureUrl } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import style from './creator-head.module.css'

type Shown = Pick<Creator, 'id' | 'name' | 'text' | 'pictureUrl' | 'email'>

/** The name beside it says who it is. */
function Face({ name, picture }: { name: string; picture: string | null }) {
  const { imageBase } = useSettings()
  const [isMissing, setMissing] = useState(false)
  const [initial = ''] = name
  return picture && !isMissing ? (
    <img
      className={style.face}
      src={pictureUrl(imageBase, picture)}
      alt=""
      width="96"
      height="96"
      onError={() => setMissing(true)}
    />
  ) : (
    <span className={style.face} aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  )
}

/** Who it is, in their own words, and what one can do. */
export const CreatorHead = ({ creator, children }: { creator: Shown; children: ReactNode }) => (
  <header className={style.head}>
    <Face key={creator.pictureUrl} name={creator.name} picture={creator.pictureUrl} />
    <div className={style.words}>
      <h1>{creator.name}</h1>
      {creator.email && (
        <p>
          <a href={`mailto:${creator.email}`}>{creator.email}</a>
        </p>
      )}
      {creator.text && (
        <p className={style.text}>
          <LinkedText text={creator.text} />
        </p>
      )}
    </div>
    <div className={style.actions}>{children}</div>
  </header>
)
