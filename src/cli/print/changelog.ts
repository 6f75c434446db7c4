import { compareVersions, readChangelog } from '../../version.js'

export interface Release {
  readonly version: string
  /** Markdown without the heading. */
  readonly text: string
}

/** Returns the sections of the changelog after `from`, up to and including `to`; the newest is first. */
export function releasesBetween(from: string, to: string, changelog = readChangelog()): readonly Release[] {
  return [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+[^\s\]]*)[^\n]*\n([^]*?)(?=^## |$(?![^]))/gm)]
    .map(([, version = '', text = '']) => ({ version, text: text.trim() }))
    .filter(({ version }) => compareVersions(version, from) > 0 && compareVersions(version, to) <= 0)
}
