import type { SettingValues } from './runtime/settings/reader.js'
import { type Settings, loadSettings as load } from './runtime/settings/settings.js'

export type { Settings }

/**
 * Reads the settings from service.ini and environment variables. `values` override both.
 * @throws SettingsError that lists all errors
 */
export function loadSettings(values: SettingValues = {}): Settings {
  const options = {
    name: 'quickstart',
    canAuthenticate: false,
    engine: 'sql',
    secrets: [],
    databaseAcls: false,
    leftOut: LEFT_OUT,
    values,
  } as const
  return load(options, () => ({}))
}

/** Settings that require a feature that this project does not have, and the name of the feature. */
const LEFT_OUT = {
  'accounts.token_lifetime': 'accounts',
  'accounts.invite_lifetime': 'accounts',
  'accounts.verify': 'accounts',
  'accounts.reset_url': 'accounts',
  'accounts.verify_url': 'accounts',
  'jobs.concurrency': 'jobs',
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
