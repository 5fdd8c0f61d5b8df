import { useId } from 'react'
import style from './progress-bar.module.css'

/** How much is done, as a bar and in words. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const id = useId()
  return (
    <div className={style.progress}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <output htmlFor={id} className={style.percent}>
        {percent}%
      </output>
      <progress id={id} className={style.bar} max={100} value={percent} />
    </div>
  )
}
