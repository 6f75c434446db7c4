import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'
import { accountSettings } from '../../templates/runtime/accounts/settings.js'
import { jobSettings } from '../../templates/runtime/jobs/settings.js'
import { metricsSettings } from '../../templates/runtime/metrics/settings.js'
import { redisSettings } from '../../templates/runtime/redis/settings.js'
import { CLUSTER_URL, replicaSettings } from '../../templates/runtime/replicas/settings.js'
import { readSchemeSettings } from '../../templates/runtime/schemes/settings.js'
import { searchSettings } from '../../templates/runtime/search/settings.js'
import type { SettingsReader } from '../../templates/runtime/settings/reader.js'
import {
  loadSettings,
  type Settings,
  type SettingsOptions,
} from '../../templates/runtime/settings/settings.js'
import { tracingSettings } from '../../templates/runtime/tracing/settings.js'
import { FEATURE_NAMES, FEATURES } from '../features.js'
import { ownPaths } from '../ir/own-paths.js'

const TEMPLATES = fileURLToPath(new URL('../../templates', import.meta.url))

/** Returns the settings of a service with all features and an OAuth 2.0 scheme named `oauth`. @throws SettingsError */
export function loadAllSettings(options: SettingsOptions): Settings {
  return loadSettings({ databaseUrl: CLUSTER_URL, ...options }, (reader: SettingsReader) => ({
    ...readSchemeSettings(reader, { oauth: 'oauth' }),
    ...accountSettings(reader),
    ...jobSettings(reader),
    ...metricsSettings(reader),
    ...redisSettings(reader),
    ...replicaSettings(reader),
    ...searchSettings(reader),
    ...tracingSettings(reader),
  }))
}

/** Returns the `service.ini` of a service with all features. */
export function serviceIni(view: object): string {
  const render = (path: string): string =>
    Handlebars.compile(readFileSync(`${TEMPLATES}/${path}`, 'utf8'), { noEscape: true })({
      ...view,
      paths: ownPaths({ basePath: '', routes: [], actions: [] }),
      featureSettings: [],
    })
  const parts = FEATURE_NAMES.filter((name) => FEATURES[name].settings.length > 0)
  return [
    render('scaffold/service.ini.hbs'),
    ...parts.map((name) => render(`runtime/${name}/service.ini.hbs`)),
  ].join('\n')
}
