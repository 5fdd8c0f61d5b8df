import { CalendarIcon, PersonIcon } from '../../ui/icons.tsx'
import { TicketIcon } from '../../ui/screen-icons.tsx'
import { Tile } from '../../ui/tile.tsx'
import { SettingsTile } from '../settings/slot.tsx'
import style from './your-data.module.css'

export const AccountTiles = () => (
  <ul role="list" className={style.tiles}>
    <li>
      <Tile
        to="/my-events"
        title="My Events"
        text="The events you run, published or still a draft"
        icon={<CalendarIcon />}
      />
    </li>
    <li>
      <Tile
        to="/account-details"
        title="Account Details"
        text="Your name, your number, your password"
        icon={<PersonIcon />}
      />
    </li>
    <li>
      <Tile to="/my-bookings" title="My Bookings" text="Where you’re going next" icon={<TicketIcon />} />
    </li>
    <li>
      <SettingsTile />
    </li>
  </ul>
)
