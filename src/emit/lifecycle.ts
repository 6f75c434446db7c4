import type { Service, Versioned } from '../ir/index.js'

/** Returns the headers that tell clients until when they can use an operation, or undefined if it is not deprecated. */
export function lifecycleHeaders({
  deprecated,
  deprecatedAt,
  sunset,
}: Versioned): Readonly<Record<string, string>> | undefined {
  const isDeprecated = deprecated === true || deprecatedAt !== undefined
  if (!isDeprecated && sunset === undefined) return undefined
  return {
    ...(isDeprecated ? { deprecation: `@${secondsOf(deprecatedAt)}` } : {}),
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  }
}

/**
 * Returns a date as the header expects it (RFC 9651, 3.3.7). The header requires a date; one in the past says that the
 * operation is deprecated now, which is all that is known without a date.
 */
function secondsOf(date: string | undefined): number {
  return date === undefined ? 0 : new Date(date).getTime() / 1000
}

/** Returns whether any operation of a service is deprecated or has a sunset. */
export function hasLifecycles(service: Service): boolean {
  return [...service.routes, ...service.actions].some(
    (operation) => lifecycleHeaders(operation) !== undefined,
  )
}
