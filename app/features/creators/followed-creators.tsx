// The creators that somebody follows, with a way to unfollow. An unfollowed one stays until the next visit: a slip is undone with a second press.
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Followed } from '../../../contract/creators.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { Spinner } from '../../ui/spinner.tsx'
import { CreatorFace } from './creator-face.tsx'
import style from './followed-creators.module.css'

const FAILED = 'That did not work. Please try again.'

function FollowedRow({ creator }: { creator: Followed }) {
  const { id: creatorId, name, pictureUrl, hasPage } = creator
  const [isFollowing, setFollowing] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)

  const press = async () => {
    const wanted = !isFollowing
    setFollowing(wanted)
    setProblem(null)
    try {
      await ask(async () => {
        const { creators } = await loadApi()
        const params = { creatorId }
        return wanted ? creators.follow({ params }) : creators.unfollow({ params })
      })
    } catch (error) {
      setFollowing(!wanted)
      setProblem(failureSentence(error, FAILED))
    }
  }

  return (
    <li className={style.row}>
      <CreatorFace className={style.face} name={name} picture={pictureUrl} />
      <span className={style.name}>
        {hasPage ? (
          <Link to={`/creators/${creatorId}`} rel="ugc nofollow noopener">
            {name}
          </Link>
        ) : (
          <>
            {name} <span className={style.note}>Nothing is published at the moment</span>
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

export default function FollowedCreators() {
  const { loaded, reload } = useCall('followed', (api) => api.creators.listFollowed())
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // The browser looked for it before it was there.
  useEffect(() => {
    if (hash === '#following') section.current?.scrollIntoView()
  }, [hash, loaded.state])
  return (
    <section ref={section} id="following" className={ruled.section} aria-labelledby="following-heading">
      <h2 id="following-heading">Creators you follow</h2>
      {loaded.state === 'loading' && <Spinner label="Loading whom you follow" />}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>Whom you follow could not be loaded.</p>
        </TryAgain>
      )}
      {loaded.state === 'loaded' && loaded.value.length === 0 && (
        <p className="quiet">Nobody yet. Press Follow on the page of a creator, and you hear of their new events.</p>
      )}
      {loaded.state === 'loaded' && loaded.value.length > 0 && (
        <ul role="list" className={ruled.list}>
          {loaded.value.map((creator) => (
            <FollowedRow key={creator.id} creator={creator} />
          ))}
        </ul>
      )}
    </section>
  )
}
