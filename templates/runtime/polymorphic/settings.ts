import { BOOLEAN, type SettingsReader } from '../settings/reader.js'

export interface PolymorphicSettings {
  /** Whether `GET /a,b` returns several collections. */
  readonly enablePolymorphicQuery: boolean
}

export function polymorphicSettings(reader: SettingsReader): PolymorphicSettings {
  return { enablePolymorphicQuery: reader.read('enable_polymorphic_query', BOOLEAN, false) }
}
