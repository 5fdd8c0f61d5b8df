import { GearIcon } from '../../ui/screen-icons.tsx'
import { SoonTile, Tile } from '../../ui/tile.tsx'

const SETTINGS = { title: 'Settings', text: 'Privacy, security and your data', icon: <GearIcon /> }

export const SettingsOn = () => <Tile to="/settings" {...SETTINGS} />
export const SettingsSoon = () => <SoonTile {...SETTINGS} />
