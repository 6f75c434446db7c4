/** Returns the next random number, which is at least 0 and less than 1. */
export type Random = () => number

/** Returns a deterministic generator (mulberry32). */
export function random(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a random item of the list. */
export function pick<T>(next: Random, list: readonly T[]): T {
  const picked = list[Math.floor(next() * list.length)]
  if (picked === undefined) throw new TypeError('the list is empty')
  return picked
}

/** Returns a random integer from 0 to `limit` - 1. */
export function below(next: Random, limit: number): number {
  return Math.floor(next() * limit)
}

/** Returns a deterministic generator of integers below a limit. */
export function randomFrom(seed: number): (limit: number) => number {
  const next = random(seed)
  return (limit) => below(next, limit)
}
