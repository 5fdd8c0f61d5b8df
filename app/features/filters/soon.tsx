import { ComingSoonBadge, Dimmed } from '../../ui/coming-soon.tsx'
import { FilterIcon, SortIcon } from '../../ui/icons.tsx'
import style from './soon.module.css'

/** Filter and sort, seen but not there yet. */
export const FiltersSoon = () => (
  <div className={style.filters}>
    <Dimmed className={style.controls}>
      <span className={style.control}>
        <FilterIcon /> Filter
      </span>
      <span className={style.control}>
        <SortIcon /> Sort
      </span>
    </Dimmed>
    <ComingSoonBadge />
  </div>
)
