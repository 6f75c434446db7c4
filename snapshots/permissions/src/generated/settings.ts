import type { SettingValues } from './runtime/settings/reader.js'
import { loadSettings as load, type Settings } from './runtime/settings/settings.js'

/**
 * The settings of service.ini and the environment; `values` go before both.
 * @throws SettingsError with all faults at once
 */
export function loadSettings(values: SettingValues = {}): Settings {
  return load({
    name: 'permissions',
    canAuthenticate: true,
    engine: 'sql',
    secrets: ['auth_tkt_secret'],
    values,
  })
}
