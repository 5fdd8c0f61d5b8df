import { ComingSoonBadge, Dimmed } from './coming-soon.tsx'
import style from './coming-part.module.css'

/** A part of a form that is not there yet, and what it will hold: seen, dimmed, overlaid with the badge. */
export const ComingPart = ({ name, items }: { name: string; items: string[] }) => (
  <section className={style.part} aria-label={`${name}, coming soon`}>
    <Dimmed>
      <h2 className={style.name}>{name}</h2>
      <ul role="list" className="row wrap gap-8">
        {items.map((item) => (
          <li key={item} className={style.item}>
            {item}
          </li>
        ))}
      </ul>
    </Dimmed>
    <ComingSoonBadge className={style.badge} />
  </section>
)
