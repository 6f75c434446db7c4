import type { Service } from '../ir/index.js'
import type { Folder } from './disk/folder.js'

/** Matches a `database_acls` setting that is on, in any form that the service accepts. */
const DATABASE_ACLS = /^[ \t]*database_acls[ \t]*[=:][ \t]*(?:true|yes|on|1)[ \t]*\r?$/im

/** Applies those settings in `service.ini` that affect the database to the IR. */
export function withServiceSettings(service: Service, folder: Folder): Service {
  const found = folder.look('service.ini')
  const isOn = found.kind === 'file' && DATABASE_ACLS.test(found.text)
  return isOn && service.auth !== null
    ? { ...service, auth: { ...service.auth, databaseAcls: true } }
    : service
}
