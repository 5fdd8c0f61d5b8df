import type { ReactNode } from 'react'
import type { Creator } from '../../../contract/creators.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { CreatorFace } from './creator-face.tsx'
import style from './creator-head.module.css'

type Shown = Pick<Creator, 'id' | 'name' | 'text' | 'pictureUrl' | 'email'>

/** Who it is, in their own words, and the actions. */
export const CreatorHead = ({ creator, children }: { creator: Shown; children: ReactNode }) => (
  <header className={style.head}>
    <CreatorFace key={creator.pictureUrl} className={style.face} name={creator.name} picture={creator.pictureUrl} />
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
