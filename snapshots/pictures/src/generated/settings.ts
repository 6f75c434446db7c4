import type { SettingValues } from './runtime/settings/reader.js'
import { loadSettings as load, type Settings } from './runtime/settings/settings.js'

/**
 * Reads the settings from service.ini and environment variables. `values` override both.
 * @throws SettingsError that lists all errors
 */
export function loadSettings(values: SettingValues = {}): Settings {
  return load({
    name: 'pictures',
    canAuthenticate: false,
    engine: 'sql',
    secrets: [],
    databaseAcls: false,
    values,
  })
}
