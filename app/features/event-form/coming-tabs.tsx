// What the three inactive tabs will hold (§2): seen, dimmed, overlaid with the badge.
import { ComingSoonBadge, Dimmed } from '../../ui/coming-soon.tsx'
import style from './coming-tabs.module.css'

const COMING = [
  { name: 'Social Settings', items: ['Facebook', 'Instagram', 'Twitter', 'TikTok'] },
  { name: 'Emailers', items: ['Welcome email', 'Reminder email', 'Thank-you email'] },
  { name: 'Surveys', items: ['Pre-event survey', 'Post-event survey', 'Feedback form'] },
]

export const ComingTabs = () => (
  <div className={style.coming}>
    {COMING.map(({ name, items }) => (
      <section key={name} className={style.part} aria-label={`${name}, coming soon`}>
        <Dimmed>
          <h2 className={style.name}>{name}</h2>
          <ul role="list" className={style.items}>
            {items.map((item) => (
              <li key={item} className={style.item}>
                {item}
              </li>
            ))}
          </ul>
        </Dimmed>
        <ComingSoonBadge className={style.badge} />
      </section>
    ))}
  </div>
)
