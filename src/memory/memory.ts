/**
 * What svcgen remembers from one run to the next on the same machine, to save work and nothing else: whatever is kept may be gone, and
 * nothing that is taken from it is believed unchecked.
 */
export interface Memory {
  /** What is kept under a key; null where nothing is. */
  read(key: string): string | null
  /** Keeps a text in the place of what was there; where that fails, nothing is kept. */
  write(key: string, text: string): void
}

/** Keeps nothing. */
export const noMemory: Memory = { read: () => null, write: () => {} }
