/**
 * Returns the package name for the title of an API: `Example REST API` → `example-rest-api`; `service` if the title has
 * no letters from A to Z and no digits.
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
