/** Returns the spelling of a key with an underscore that OpenAPI allows: `x-db-settings` for `_db_settings`. */
export function openApiSpelling(key: string): string {
  return `x-${key.slice(1).replaceAll('_', '-')}`
}
