import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { suspensionEnd } from '../../../contract/moderation-words.ts'
import { useCall } from '../../data/use-call.ts'
import { IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { standing } from './standing.ts'
import style from './suspended-bar.module.css'
import * as words from './words.ts'

/** These pages say it in their own place, and more of it. */
const SAID_THERE = /^\/(my-events|my-bookings|decisions\/.*)\/?$/

/** Above the page, so that nothing in it moves; closed, it stays away until the next visit. */
export default function SuspendedBar({ until }: { until: string }) {
  const { pathname } = useLocation()
  const { loaded } = useCall('own decisions', (api) => api.moderationConsole.own())
  const [isClosed, setClosed] = useState(false)
  if (isClosed || SAID_THERE.test(pathname)) return null
  const decisions = loaded.state === 'loaded' ? standing(loaded.value, new Date()) : []
  const decision = decisions.find(({ act }) => act === 'suspend')
  return (
    <section className={style.bar} aria-label={words.yourAccount}>
      <p>
        {words.suspendedUntil(suspensionEnd(new Date(until)))}{' '}
        {decision && <Link to={`/decisions/${decision.reference}`}>{words.readWhyOrObject}</Link>}
      </p>
      <IconButton label="Close" onClick={() => setClosed(true)}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
