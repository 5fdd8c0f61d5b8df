import { flagged } from '../../lib/flagged.tsx'
import { LocalSettings } from './local-settings.tsx'
import { StoredSettings } from './stored-settings.tsx'
import { GearIcon } from '../../ui/screen-icons.tsx'
import { SoonTile, Tile } from '../../ui/tile.tsx'

const SETTINGS = { title: 'Settings', text: 'Privacy, security and your data', icon: <GearIcon /> }

const SettingsOn = () => <Tile to="/settings" {...SETTINGS} />
const SettingsSoon = () => <SoonTile {...SETTINGS} />

/** The way to the settings. */
export const SettingsTile = flagged('settings', { on: SettingsOn, off: SettingsSoon })

/** The page of the settings. Without the feature they last as long as the page. */
export const SettingsPanel = flagged('settings', { on: StoredSettings, off: LocalSettings })
