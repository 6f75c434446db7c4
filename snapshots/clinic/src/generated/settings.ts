import { type AccountSettings, accountSettings } from './runtime/accounts/settings.js'
import { type JobSettings, jobSettings } from './runtime/jobs/settings.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { type Settings as CoreSettings, loadSettings as load } from './runtime/settings/settings.js'

/** All settings of the service, including those of its features. */
export type Settings = CoreSettings & AccountSettings & JobSettings

/**
 * Reads the settings from service.ini and environment variables. `values` override both.
 * @throws SettingsError that lists all errors
 */
export function loadSettings(values: SettingValues = {}): Settings {
  const options = {
    name: 'clinic',
    canAuthenticate: true,
    engine: 'sql',
    secrets: ['clinic_secret'],
    databaseAcls: false,
    leftOut: LEFT_OUT,
    values,
  } as const
  return load(options, (reader) => ({ ...accountSettings(reader), ...jobSettings(reader) }))
}

/** Settings that require a feature that this project does not have, and the name of the feature. */
const LEFT_OUT = {
  metrics: 'metrics',
  enable_polymorphic_query: 'polymorphic',
  'redis.url': 'redis',
  'database.replica_url': 'replicas',
  'database.replica_lag': 'replicas',
  'search.url': 'search',
  'search.models': 'search',
  'search.prefix': 'search',
  'search.username': 'search',
  'search.password': 'search',
  'tracing.url': 'tracing',
  enable_get_tunneling: 'tunneling',
}
