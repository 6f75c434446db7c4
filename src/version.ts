import { readFileSync } from 'node:fs'

/** Returns the version of svcgen from its `package.json`. */
export function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isNamed = typeof parsed === 'object' && parsed !== null && 'version' in parsed
  return isNamed && typeof parsed.version === 'string' ? parsed.version : '0.0.0'
}

/** Returns the changelog of svcgen, which is in its package. */
export function readChangelog(): string {
  return readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
}

/** Returns a file of the sample API, which is in the package of svcgen. */
export function readSample(path: string): string {
  return readFileSync(new URL(`../samples/${path}`, import.meta.url), 'utf8')
}

/** Returns whether a value is a version (https://semver.org), such as `1.2.0` or `1.2.0-beta.1`. */
export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/.test(value)
}

/** Compares two versions, such as `1.2.0` and `1.10.0`. A pre-release such as `1.2.0-beta.1` is earlier than `1.2.0`. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [partsOf(a), partsOf(b)]
  const index = first.findIndex((part, at) => part !== second[at])
  return index === -1 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}

function partsOf(version: string): readonly number[] {
  const [, major, minor, patch, rest] = /^(\d+)\.(\d+)\.(\d+)(-.*)?/.exec(version) ?? []
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0), rest === undefined ? 1 : 0]
}

/** Returns the sections of the changelog after `from`, up to and including `to`; the newest is first. */
export function releasesBetween(from: string, to: string, changelog = readChangelog()) {
  return [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+[^\s\]]*)[^\n]*\n([^]*?)(?=^## |$(?![^]))/gm)]
    .map(([, version = '', text = '']) => ({ version, text: text.trim() }))
    .filter(({ version }) => compareVersions(version, from) > 0 && compareVersions(version, to) <= 0)
}
