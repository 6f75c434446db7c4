/** The codes by which the system says that there is no such file. */
export const NO_ENTRY: readonly string[] = ['ENOENT', 'ENOTDIR']

/** The code of an error of the file system, such as `ENOENT`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
