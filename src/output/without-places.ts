import type { Location, Service } from '../ir/index.js'

const NOWHERE: Location = { file: '', line: 0, column: 0 }

/**
 * The IR as the lock keeps it: places all alike, so that a line more in the RAML file does not change half of the lock, and git can merge
 * the locks of two branches.
 */
export function withoutPlaces(service: Service): Service {
  const copy: Service = JSON.parse(textWithoutPlaces(service))
  return copy
}

/** Whether this is what a lock keeps, {@link withoutPlaces}. The IR is plain JSON with its keys in a fixed order. */
export function isSameService(locked: Service, service: Service): boolean {
  return JSON.stringify(locked) === textWithoutPlaces(service)
}

function textWithoutPlaces(service: Service): string {
  return JSON.stringify(service, (key, value: unknown) =>
    key === 'loc' && isLocation(value) ? NOWHERE : value,
  )
}

/** A field of the user's may be called `loc`, too. */
function isLocation(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'file' in value &&
    'column' in value &&
    'line' in value &&
    typeof value.line === 'number' &&
    Object.keys(value).length === 3
  )
}
