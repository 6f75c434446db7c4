/** Thrown for a test that cannot be made from the schema with certainty. The message is the reason. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut'
}

/** Returns the result, or that of `otherwise` for the reason why a test cannot be made. */
export function unlessLeftOut<T, Other>(work: () => T, otherwise: (reason: string) => Other): T | Other {
  try {
    return work()
  } catch (error) {
    if (error instanceof LeftOut) return otherwise(error.message)
    throw error
  }
}

/** Returns the result, or null if it is not certain. */
export function ifCertain<T>(work: () => T): T | null {
  return unlessLeftOut(work, () => null)
}
