import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import style from './form-tabs.module.css'
import type { FormPart } from './parts.ts'
import * as words from './words.tsx'

interface Props {
  /** What follows the details. */
  parts: FormPart[]
  /** 0 for the details, or the number of a part. */
  active: number
  onChange: (tab: number) => void
  children: ReactNode
}

export function FormTabs({ parts, active, onChange, children }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone a tab that a link has opened may be outside the row.
    if (active > 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active])
  const tabs = [{ name: words.eventDetails, isOn: true }, ...parts]
  return (
    <div className={style.tabs}>
      <div ref={list} role="tablist" aria-label={words.partsOfEvent} className={style.list}>
        {tabs.map(({ name, isOn }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={index === active ? `${id}-panel` : undefined}
            disabled={!isOn}
            className={classes(style.tab, index === active && style.active)}
            onClick={() => onChange(index)}
          >
            <span className={style.name}>{name}</span>
            {!isOn && <ComingSoonBadge className={style.badge} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${active}`} className={style.panel}>
        {children}
      </div>
    </div>
  )
}
