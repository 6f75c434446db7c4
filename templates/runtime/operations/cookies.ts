/** Returns the values in a `Cookie` header by name, as written (RFC 6265, 4.2.1). */
export function cookiesIn(header = ''): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at)).trim()
    if (name !== '') values.set(name, [...(values.get(name) ?? []), pair.slice(at + 1).trim()])
  }
  return values
}
