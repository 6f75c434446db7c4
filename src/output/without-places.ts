import type { Location, Service } from '../ir/index.js'

const NOWHERE: Location = { file: '', line: 0, column: 0 }

/**
 * The IR as the lock keeps it: places all alike, so that a line more in the RAML file does not change half of the lock, and git can merge
 * the locks of two branches.
 */
export function withoutPlaces(service: Service): Service {
  const text = JSON.stringify(service, (key, value: unknown) =>
    key === 'loc' && isLocation(value) ? NOWHERE : value,
  )
  const copy: Service = JSON.parse(text)
  return copy
}

/** A field of the user's may be called `loc`, too. */
function isLocation(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).toSorted().join() === 'column,file,line' &&
    'line' in value &&
    typeof value.line === 'number'
  )
}
