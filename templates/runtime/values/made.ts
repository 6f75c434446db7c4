import { randomUUID } from 'node:crypto'

/** Returns the current date in UTC: `2024-05-31`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

export function uuid(): string {
  return randomUUID()
}

/** Returns the current time, in seconds since 1970. */
export function timestamp(): number {
  return Date.now() / 1000
}

/** Returns the current time, in whole seconds since 1970. */
export function seconds(): number {
  return Math.floor(timestamp())
}
