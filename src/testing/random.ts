/** Numbers from 0 to 1 that only the seed decides (mulberry32). */
export type Random = () => number

export function random(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the list. */
export function pick<T>(next: Random, list: readonly T[]): T {
  const picked = list[Math.floor(next() * list.length)]
  if (picked === undefined) throw new TypeError('there is nothing to pick from')
  return picked
}

/** A whole number from 0 to one less than `limit`. */
export function below(next: Random, limit: number): number {
  return Math.floor(next() * limit)
}

/** A repeatable stream of whole numbers, each below the limit that it is asked with. */
export function randomFrom(seed: number): (limit: number) => number {
  const next = random(seed)
  return (limit) => below(next, limit)
}
