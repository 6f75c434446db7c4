import { Forbidden } from '../errors.js'
import type { ModelSpec } from '../model.js'
import type { GuardedHost } from './guarded-resource.js'
import { ALL_VISIBLE, type ResourceHost } from './resource.js'

/** Hides the fields that clients can write and nobody can read, in a service without authentication. */
export function writeOnlyHost(host: ResourceHost): GuardedHost {
  const visible = (model: ModelSpec): ReadonlySet<string> | null => {
    const hidden = writeOnlyNames(model)
    if (hidden.size === 0) return null
    const names = [...Object.keys(model.fields), ...Object.keys(model.relations)]
    return new Set(names.filter((name) => !hidden.has(name)))
  }
  return {
    ...host,
    caller: (request) => ({ ...host.caller(request), visible }),
    checkVisible: (_request, model, name) => {
      if (writeOnlyNames(model).has(name))
        throw new Forbidden(`You do not have permission to read "${name}".`)
    },
    keptOnReplace: (_request, model) => writeOnlyNames(model),
    documentContext: (session, request) => ({
      ...host.documentContext(session, request),
      visibility: { ...ALL_VISIBLE, fields: visible },
    }),
  }
}

function writeOnlyNames({ fields }: ModelSpec): ReadonlySet<string> {
  return new Set(Object.keys(fields).filter((name) => fields[name]?.writeOnly === true))
}
