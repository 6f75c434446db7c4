import { randomUUID } from 'node:crypto'

/** The moment, in UTC. */
export function now(): string {
  return new Date().toISOString()
}

/** The day in UTC: `2024-05-31`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** A random UUID, version 4. */
export function uuid(): string {
  return randomUUID()
}

/** Seconds since 1970. */
export function timestamp(): number {
  return Date.now() / 1000
}
