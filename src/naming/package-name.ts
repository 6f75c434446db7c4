/**
 * Returns the package name for an API's title: `Example REST API` → `example-rest-api`. Returns `service` if the title
 * has no letters from A to Z and no digits.
 */
export function packageName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '')
  return name === '' ? 'service' : name
}
