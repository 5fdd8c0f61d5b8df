// The creators and series that somebody follows, with a way to unfollow. An unfollowed one stays until the next visit: a slip is undone with a second press.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import type { Followed } from '../../../contract/creators.ts'
import type { FollowedSeries } from '../../../contract/series-visitors.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { Spinner } from '../../ui/spinner.tsx'
import { CreatorFace } from './creator-face.tsx'
import { Name } from '../../ui/title.tsx'
import style from './followed-creators.module.css'
import * as words from './words.ts'

interface RowProps {
  name: string
  /** Of a series. */
  language?: string | undefined
  /** Its page; null: nothing of it can be read at the moment. */
  path: string | null
  face: ReactNode
  /** Follows again, or no more. */
  save: (api: Client, wanted: boolean) => Promise<unknown>
}

function FollowedRow({ name, language, path, face, save }: RowProps) {
  const [isFollowing, setFollowing] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)

  const press = async () => {
    const wanted = !isFollowing
    setFollowing(wanted)
    setProblem(null)
    try {
      await ask(async () => save(await loadApi(), wanted))
    } catch (error) {
      setFollowing(!wanted)
      setProblem(failureSentence(error))
    }
  }

  return (
    <li className={style.row}>
      {face}
      <span className={style.name}>
        {path ? (
          <Link to={path} rel="ugc nofollow noopener">
            <Name of={{ name, language }} />
          </Link>
        ) : (
          <>
            <Name of={{ name, language }} /> <span className={style.note}>{words.nothingPublished}</span>
          </>
        )}
        <FormMessage problem={problem} />
      </span>
      <Button
        look="outlined"
        className={style.press}
        aria-pressed={isFollowing}
        aria-label={`${isFollowing ? 'Following' : 'Follow'} ${name}`}
        onClick={() => void press()}
      >
        {isFollowing ? 'Following' : 'Follow'}
      </Button>
    </li>
  )
}

const creatorRow = ({ id, name, pictureUrl, hasPage }: Followed): RowProps => ({
  name,
  path: hasPage ? `/creators/${id}` : null,
  face: <CreatorFace className={style.face} name={name} picture={pictureUrl} />,
  save: ({ creators }, wanted) => creators[wanted ? 'follow' : 'unfollow']({ params: { creatorId: id } }),
})

const seriesRow = ({ id, title, language, hasPage }: FollowedSeries): RowProps => ({
  name: title,
  language,
  path: hasPage ? `/series/${id}` : null,
  face: null,
  save: ({ series }, wanted) => series[wanted ? 'follow' : 'unfollow']({ params: { seriesId: id } }),
})

/** Below the creators, once there is one; what cannot be loaded is loaded with the next visit. */
function Series() {
  const { loaded } = useCall('series', (api) => api.series.listFollowed())
  if (loaded.state !== 'loaded' || loaded.value.length === 0) return null
  return (
    <section className={ruled.section} aria-labelledby="series-heading">
      <h2 id="series-heading">{words.seriesYouFollow}</h2>
      <ul role="list" className={ruled.list}>
        {loaded.value.map((series) => (
          <FollowedRow key={series.id} {...seriesRow(series)} />
        ))}
      </ul>
    </section>
  )
}

export default function FollowedCreators() {
  const { loaded, reload } = useCall('followed', (api) => api.creators.listFollowed())
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // The browser looked for it before it was there.
  useEffect(() => {
    if (hash === '#following') section.current?.scrollIntoView()
  }, [hash, loaded.state])
  return (
    <>
      <section ref={section} id="following" className={ruled.section} aria-labelledby="following-heading">
        <h2 id="following-heading">{words.creatorsYouFollow}</h2>
        {loaded.state === 'loading' && <Spinner label={words.loadingFollowed} />}
        {loaded.state === 'failed' && (
          <TryAgain onPress={reload}>
            <p>{words.followedNotLoaded}</p>
          </TryAgain>
        )}
        {loaded.state === 'loaded' && loaded.value.length === 0 && <p className="quiet">{words.nobodyYet}</p>}
        {loaded.state === 'loaded' && loaded.value.length > 0 && (
          <ul role="list" className={ruled.list}>
            {loaded.value.map((creator) => (
              <FollowedRow key={creator.id} {...creatorRow(creator)} />
            ))}
          </ul>
        )}
      </section>
      <Series />
    </>
  )
}
