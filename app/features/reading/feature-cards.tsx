import type { Feature } from '../../content/about.ts'
import { HeartIcon, PersonIcon } from '../../ui/icons.tsx'
import { GearIcon, TicketIcon } from '../../ui/screen-icons.tsx'
import style from './feature-cards.module.css'
import { Sentence } from './rich-text.tsx'

const ICONS: Record<string, () => React.ReactNode> = {
  'all-in-one': GearIcon,
  'transparent-pricing': TicketIcon,
  community: HeartIcon,
  gdpr: PersonIcon,
}

function FeatureCard({ feature: { id, title, text } }: { feature: Feature }) {
  const Icon = ICONS[id] ?? HeartIcon
  return (
    <li className={style.card}>
      <span className={style.icon}>
        <Icon />
      </span>
      <h2 className={style.title}>{title}</h2>
      <p className={style.text}>
        <Sentence text={text} />
      </p>
    </li>
  )
}

export const FeatureCards = ({ features }: { features: Feature[] }) => (
  <ul role="list" className={style.cards}>
    {features.map((feature) => (
      <FeatureCard key={feature.id} feature={feature} />
    ))}
  </ul>
)
