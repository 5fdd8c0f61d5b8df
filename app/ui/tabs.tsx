// Tabs after the ARIA pattern: arrows move between them, Tab goes on into the panel.
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import style from './tabs.module.css'

export interface Tab {
  name: string
  content: ReactNode
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

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
