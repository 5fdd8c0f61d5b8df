import { flagged } from '../../lib/flagged.tsx'
import { LocalSettings } from './local-settings.tsx'
import { StoredSettings } from './stored-settings.tsx'
import { SettingsOn, SettingsSoon } from './tile.tsx'

/** The way to the settings. */
export const SettingsTile = flagged('settings', { on: SettingsOn, off: SettingsSoon })

/** The page of the settings. Without the feature they last as long as the page. */
export const SettingsPanel = flagged('settings', { on: StoredSettings, off: LocalSettings })
