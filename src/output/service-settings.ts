import { BOOLEAN, SettingsReader } from '../../templates/runtime/settings/reader.js'
import type { Service } from '../ir/index.js'
import type { Folder } from './disk/folder.js'

const FILE = 'service.ini'

/**
 * Applies those settings in `service.ini` that affect the database to the IR. The file is read as the service reads it.
 * Environment variables are ignored, so that the same input produces the same files on every machine; a service does
 * not start if they contradict its tables.
 */
export function withServiceSettings(service: Service, folder: Folder): Service {
  const found = folder.look(FILE)
  if (found.kind !== 'file' || service.auth === null) return service
  const file = { name: FILE, text: found.text }
  const reader = new SettingsReader({ serviceName: service.name, file, env: {}, values: {} })
  return reader.read('database_acls', BOOLEAN, false)
    ? { ...service, auth: { ...service.auth, databaseAcls: true } }
    : service
}
