import { flagged } from '../../lib/flagged.tsx'
import { SettingsOn, SettingsSoon } from './settings-tile.tsx'

/** The way to the settings. */
export const SettingsTile = flagged('settings', { on: SettingsOn, off: SettingsSoon })
