import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { TabList, tabIds } from '../../ui/tabs.tsx'
import style from './manage-parts.module.css'
import { isTonight } from './is-tonight.ts'

const NAMES = {
  guests: 'Guests',
  door: 'Door',
  messages: 'Messages',
  insights: 'Insights',
  team: 'Team',
  event: 'Event',
}

export type ManageTab = keyof typeof NAMES

const TABS = Object.keys(NAMES) as ManageTab[]
/** The first one opens when the address names none. */
const TABS_TONIGHT: ManageTab[] = ['door', ...TABS.filter((tab) => tab !== 'door')]

interface Props {
  event: Event
  panels: Record<ManageTab, ReactNode>
}

/** In the address as `?tab=door`. A panel loads when it is first opened, and keeps what was typed while another is shown. */
export function ManageTabs({ event, panels }: Props) {
  const [tabs] = useState(() => (isTonight(event, new Date()) ? TABS_TONIGHT : TABS))
  const [query, setQuery] = useSearchParams()
  const chosen = Math.max(
    tabs.findIndex((tab) => tab === query.get('tab')),
    0,
  )
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([chosen]))
  if (!opened.has(chosen)) setOpened(new Set([...opened, chosen]))
  const id = useId()
  const top = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The next panel starts at its beginning, however far the one before was scrolled.
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [chosen])

  return (
    <>
      <div ref={top} className={style.top} />
      <TabList
        label="Manage"
        names={tabs.map((tab) => NAMES[tab])}
        chosen={chosen}
        onChoose={(index) => setQuery({ tab: tabs[index] ?? '' }, { replace: true, preventScrollReset: true })}
        id={id}
        className={style.tabs}
      />
      {tabs.map((tab, index) => (
        <div
          key={tab}
          role="tabpanel"
          id={tabIds(id, index).panel}
          aria-labelledby={tabIds(id, index).tab}
          hidden={index !== chosen}
        >
          {opened.has(index) && panels[tab]}
        </div>
      ))}
    </>
  )
}
