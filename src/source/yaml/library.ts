import { createRequire } from 'node:module'
import type * as Library from 'yaml'

let loaded: typeof Library | undefined

/** The library that reads all of YAML, loaded when a file first needs it: few do, and loading it takes as long as reading hundreds of resources. */
export function library(): typeof Library {
  loaded ??= load()
  return loaded
}

function load(): typeof Library {
  return createRequire(import.meta.url)('yaml')
}
