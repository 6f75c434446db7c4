/** Returns a path without what it can end with in OpenAPI: `/pets/{id}.json` is an item of `/pets.json`. */
export function stemOf(path: string): string {
  return path.replace(/(?:\.json|\/)$/, '')
}
