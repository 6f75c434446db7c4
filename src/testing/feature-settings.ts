import { CLUSTER_URL } from '../../templates/runtime/replicas/settings.js'
import { readSchemeSettings } from '../../templates/runtime/schemes/settings.js'
import type { SettingsReader } from '../../templates/runtime/settings/reader.js'
import {
  loadSettings,
  type Settings,
  type SettingsOptions,
} from '../../templates/runtime/settings/settings.js'
import { emptyService } from './fake-stages.js'
import { render } from '../emit/templates.js'
import { dialectTexts } from '../emit/views/scaffold.js'
import { FEATURE_NAMES, featureSettings } from '../features.js'
import { ownPaths } from '../ir/own-paths.js'

const WITH_SETTINGS = FEATURE_NAMES.filter((name) => featureSettings(name).length > 0)

type ReadSettings = (reader: SettingsReader) => object

/** The functions that read the settings of features: those that their modules export. */
const readers: readonly ReadSettings[] = await Promise.all(
  WITH_SETTINGS.map(async (name) => {
    const exported: object = await import(`../../templates/runtime/${name}/settings.ts`)
    const read = Object.entries(exported).find(([each]) => each.endsWith('Settings'))?.[1]
    if (typeof read !== 'function') throw new TypeError(`The feature ${name} exports no settings`)
    return (reader) => read(reader)
  }),
)

/** Returns the settings of a service with all features and an OAuth 2.0 scheme named `oauth`. @throws SettingsError */
export function loadAllSettings(options: SettingsOptions): Settings {
  return loadSettings({ databaseUrl: CLUSTER_URL, ...options }, (reader) =>
    Object.assign(readSchemeSettings(reader, { oauth: 'oauth' }), ...readers.map((read) => read(reader))),
  )
}

/** Returns the `service.ini` of a service with all features. */
export function serviceIni(view: object): string {
  const paths = ownPaths({ basePath: '', routes: [], actions: [] })
  const service = { ...emptyService('All features'), features: FEATURE_NAMES }
  return render('service.ini', service, () => ({ ...view, ...dialectTexts(), paths })).text
}
