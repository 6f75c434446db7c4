/** The codes by which the system says that there is no such file. */
export const NO_ENTRY: readonly (string | null)[] = ['ENOENT', 'ENOTDIR']

/** The code of an error of Node's: `ENOENT`, `EACCES`; null for any other thing that was thrown. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
