import { createRequire } from 'node:module'
import type * as Library from 'yaml'

let loaded: typeof Library | undefined

/** The library that reads all of YAML, and JSON, loaded when it is first needed: most runs do not, and loading takes as long as reading a hundred resources. */
export function library(): typeof Library {
  loaded ??= load()
  return loaded
}

function load(): typeof Library {
  return createRequire(import.meta.url)('yaml')
}
