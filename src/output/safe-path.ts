/** Tells whether a path stays in the output folder by its own spelling: relative, with `/`, no `..`, and not svcgen's own `.svcgen`. */
export function isSafePath(path: string): boolean {
  return (
    !path.includes('\\') &&
    !path.includes('\0') &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..') &&
    !/^\.svcgen(\/|$)/i.test(path)
  )
}
