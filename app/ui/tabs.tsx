// Tabs after the ARIA pattern: arrows move between them, Tab goes on into the panel.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { classes } from '../lib/classes.ts'
import style from './tabs.module.css'

export interface Tab {
  name: string
  content: ReactNode
  /** What addresses lead to in it, as in /account-details#your-data: it is open then. */
  ids?: string[]
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

interface ListProps {
  label: string
  names: readonly string[]
  chosen: number
  onChoose: (index: number) => void
  /** What the ids of tabs and panels begin with. */
  id: string
  className?: string
}

export const tabIds = (id: string, index: number) => ({ tab: `${id}-tab-${index}`, panel: `${id}-panel-${index}` })

export function TabList({ label, names, chosen, onChoose, id, className }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone a tab that a link has opened may be outside the row.
    const row = list.current
    const tab = row?.children[chosen]
    if (row && tab instanceof HTMLElement) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    // From where the focus is: the address names the chosen one only after a quick second press.
    const next = STEPS[event.key]?.(Math.max(all.indexOf(event.target as HTMLElement), 0), names.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
    all[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={classes(style.list, className)} onKeyDown={move}>
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabIds(id, index).tab}
          aria-selected={index === chosen}
          aria-controls={tabIds(id, index).panel}
          tabIndex={index === chosen ? 0 : -1}
          className={style.tab}
          onClick={() => onChoose(index)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  // For members only, so never rendered on the server: it may depend on the browser.
  const asked = useLocation().hash.slice(1)
  const linked = tabs.findIndex(({ ids }) => ids?.includes(asked))
  const [chosen, setChosen] = useState(Math.max(linked, 0))
  const [followed, setFollowed] = useState(asked)
  // A link to another part of the same page.
  if (asked !== followed) {
    setFollowed(asked)
    if (linked >= 0) setChosen(linked)
  }
  const id = useId()

  // The browser looked for it before it was there.
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView()
  }, [asked])

  return (
    <>
      <TabList label={label} names={tabs.map(({ name }) => name)} chosen={chosen} onChoose={setChosen} id={id} />
      {tabs.map(({ name, content }, index) => (
        // Kept while another is shown, so that nothing typed is lost.
        <div
          key={name}
          role="tabpanel"
          id={tabIds(id, index).panel}
          aria-labelledby={tabIds(id, index).tab}
          hidden={index !== chosen}
          className={style.panel}
        >
          {content}
        </div>
      ))}
    </>
  )
}
