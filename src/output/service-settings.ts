import { BOOLEAN, SettingsReader } from '../../templates/runtime/settings/reader.js'
import { FEATURE_NAMES, type FeatureName } from '../features.js'
import type { Service } from '../ir/index.js'
import type { Folder } from './disk/folder.js'

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

function isOn(setting: string, folder: Folder): boolean {
  const found = folder.look(FILE)
  if (found.kind !== 'file') return false
  const file = { name: FILE, text: found.text }
  return new SettingsReader({ serviceName: '', file, env: {}, values: {} }).read(setting, BOOLEAN, false)
}
