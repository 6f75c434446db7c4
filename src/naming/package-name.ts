/** A service's name for `package.json`, from the API's title: `Example REST API` → `example-rest-api`; `service` where nothing is left. */
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
