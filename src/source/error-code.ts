export const NO_ENTRY: readonly (string | null)[] = ['ENOENT', 'ENOTDIR']

/** Returns the code of a Node.js error, such as `ENOENT`, or null for any other value. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
