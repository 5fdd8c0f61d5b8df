import style from './section-links.module.css'

const SECTIONS = [
  ['guests-heading', 'Guests'],
  ['questions-heading', 'Questions'],
  ['door-heading', 'Door'],
  ['messages-heading', 'Messages'],
  ['insights-heading', 'Insights'],
  ['team-heading', 'Team'],
  ['event-state', 'The event'],
] as const

/** The page is long: on the night one press leads to the door. */
export const SectionLinks = ({ hasRequests }: { hasRequests: boolean }) => (
  <nav className={style.links} aria-label="Sections">
    {hasRequests && <a href="#requests-heading">Requests</a>}
    {SECTIONS.map(([id, name]) => (
      <a key={id} href={`#${id}`}>
        {name}
      </a>
    ))}
  </nav>
)
