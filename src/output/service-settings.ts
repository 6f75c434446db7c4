import { BOOLEAN, SettingsReader } from '../../templates/runtime/settings/reader.js'
import { FEATURE_NAMES, type FeatureName } from '../features.js'
import type { Collector } from '../diagnostics/collector.js'
import type { Service } from '../ir/index.js'
import type { Folder } from './disk/folder.js'
import { type Output, spanIn } from './problems/folder-problems.js'

const FILE = 'service.ini'

/**
 * Returns the settings in `service.ini` that affect the IR. The file is read as the service reads it.
 * Environment variables are ignored, so that the same input produces the same files on every machine; a service does
 * not start if they contradict its tables.
 */
export function serviceSettings(
  folder: Folder,
): Readonly<Record<'databaseAcls' | 'describesAccess', boolean>> {
  return { databaseAcls: isOn('database_acls', folder), describesAccess: isOn('describe_access', folder) }
}

/** The features that were part of every project before version 3 of the IR, and the settings that turn them on. */
const FORMERLY_INCLUDED: Partial<Readonly<Record<FeatureName, string>>> = {
  polymorphic: 'enable_polymorphic_query',
  tunneling: 'enable_get_tunneling',
}

/** Returns the features that a project must list after an upgrade, because it uses what was part of every project. */
export function formerFeatures({ irVersion }: Service, folder: Folder): readonly FeatureName[] {
  if (irVersion >= 3) return []
  return FEATURE_NAMES.filter((name) => {
    const setting = FORMERLY_INCLUDED[name]
    return setting !== undefined && isOn(setting, folder)
  })
}

/**
 * Reports that a service remains open to everyone although its API has got authentication, because `service.ini` was
 * written before that and belongs to the user.
 */
export function reportOpenService(
  before: Service | null,
  after: Service,
  output: Output,
  collector: Collector,
): void {
  const isAdded = before?.auth?.enabledByDefault !== true && after.auth?.enabledByDefault === true
  const found = output.folder.look(FILE)
  if (before === null || !isAdded || found.kind !== 'file' || isOn('auth', output.folder, true)) return
  const at = Math.max(0, found.text.search(/^[^\S\n]*auth[^\S\n]*=/mu))
  collector.report('SVC7041', {
    message: 'The API now has authentication, but "auth = false" in service.ini allows every request',
    at: spanIn(FILE, found.text, { at, length: 'auth'.length }, output),
    help: 'Set "auth = true", and add the settings of authentication that "svcgen plan" shows',
  })
}

function isOn(setting: string, folder: Folder, fallback = false): boolean {
  const found = folder.look(FILE)
  if (found.kind !== 'file') return fallback
  const file = { name: FILE, text: found.text }
  return new SettingsReader({ serviceName: '', file, env: {}, values: {} }).read(setting, BOOLEAN, fallback)
}
