import { NavLink } from 'react-router'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Subtitle } from '../../ui/page.tsx'
import { useHasPaidEvents } from '../paid-events/slot.tsx'
import { useIsFeaturing } from '../featured/slot.tsx'
import { AccountView } from './account-view.tsx'
import { DecisionsView } from './decisions-view.tsx'
import { EventView } from './event-view.tsx'
import { FirstAdministratorView } from './first-administrator-view.tsx'
import { FeaturedView } from './featured-view.tsx'
import { InstallationView } from './installation-view.tsx'
import { LogView } from './log-view.tsx'
import { MoneyView } from './money-view.tsx'
import style from './moderation.module.css'
import { QueueView, WorthALookView } from './queue-view.tsx'
import { RolesView } from './roles-view.tsx'
import * as words from './words.tsx'

const ADMINISTRATORS: [string, string][] = [
  ['/roles', 'Roles'],
  ['/installation', 'Installation'],
]

function View({ part, id }: { part: string; id: string }) {
  if (part === 'events') return <EventView key={id} id={id} />
  if (part === 'accounts') return <AccountView key={id} id={id} />
  if (part === 'worth-a-look') return <WorthALookView />
  if (part === 'decisions') return <DecisionsView />
  if (part === 'log') return <LogView />
  if (part === 'featured') return <FeaturedView />
  if (part === 'roles') return <RolesView />
  if (part === 'installation') return <InstallationView />
  if (part === 'money') return <MoneyView />
  return <QueueView />
}

/** `path`: what follows /moderation in the address. */
export default function Console({ path }: { path: string }) {
  const { user } = useSession()
  const isFeaturing = useIsFeaturing()
  const hasPaidEvents = useHasPaidEvents()
  const [part = '', id = ''] = path.split('/')
  if (part === 'first-administrator') return <FirstAdministratorView token={id} />
  if (!user?.role)
    return (
      <Page centred>
        <h1>{words.forModerators}</h1>
        <Subtitle>{words.logInAsModerator}</Subtitle>
        <ButtonLink to="/">{words.goToHomepage}</ButtonLink>
      </Page>
    )
  const links: [string, string][] = [
    ['', 'Queue'],
    ['/worth-a-look', words.worthALook],
    ['/decisions', 'Decisions'],
    ['/log', 'Log'],
    ...(isFeaturing ? [['/featured', 'Featured'] as [string, string]] : []),
    ...(user.role === 'administrator' ? ADMINISTRATORS : []),
    ...(user.role === 'administrator' && hasPaidEvents ? [['/money', 'Money'] as [string, string]] : []),
  ]
  return (
    <Page narrow className={style.console}>
      <div>
        <h1>Moderation</h1>
        <Subtitle>{words.SUBTITLES[part] ?? words.SUBTITLES['']}</Subtitle>
      </div>
      <nav aria-label="Moderation" className={style.links}>
        {links.map(([to, label]) => (
          <NavLink key={to} to={`/moderation${to}`} end>
            {label}
          </NavLink>
        ))}
      </nav>
      <View part={part} id={id} />
    </Page>
  )
}
