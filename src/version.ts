import { readFileSync } from 'node:fs'

/** Returns the version of svcgen from its `package.json`. */
export function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isNamed = typeof parsed === 'object' && parsed !== null && 'version' in parsed
  return isNamed && typeof parsed.version === 'string' ? parsed.version : '0.0.0'
}
