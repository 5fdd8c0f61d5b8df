import { useId, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import style from './form-tabs.module.css'
import { TABS } from './validation.ts'

interface Props {
  /** 0 to 3; only the first can be chosen yet. */
  active: number
  onChange: (tab: number) => void
  children: ReactNode
}

export function FormTabs({ active, onChange, children }: Props) {
  const id = useId()
  return (
    <div className={style.tabs}>
      <div role="tablist" aria-label="Parts of the event" className={style.list}>
        {TABS.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={index === active ? `${id}-panel` : undefined}
            disabled={index > 0}
            className={classes(style.tab, index === active && style.active)}
            onClick={() => onChange(index)}
          >
            <span className={style.name}>{name}</span>
            {index > 0 && <ComingSoonBadge className={style.badge} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${active}`} className={style.panel}>
        {children}
      </div>
    </div>
  )
}
