import { BOOLEAN, type SettingsReader } from '../settings/reader.js'

export interface TunnelingSettings {
  /** Whether a GET request with `_m=METHOD` is handled as a request with that method. */
  readonly enableGetTunneling: boolean
}

export function tunnelingSettings(reader: SettingsReader): TunnelingSettings {
  return { enableGetTunneling: reader.read('enable_get_tunneling', BOOLEAN, false) }
}
