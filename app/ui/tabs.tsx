// Tabs after the ARIA pattern: arrows move between them, Tab goes on into the panel.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
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
  const list = useRef<HTMLDivElement>(null)

  // The browser looked for it before it was there.
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView()
  }, [asked])

  const move = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(chosen, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={style.list} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === chosen ? 0 : -1}
            className={style.tab}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, index) => (
        // Kept while another is shown, so that nothing typed is lost.
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
          className={style.panel}
        >
          {content}
        </div>
      ))}
    </>
  )
}
