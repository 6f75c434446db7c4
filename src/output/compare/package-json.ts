import { compareVersions } from '../../version.js'
import { isObject } from '../../../templates/runtime/json.js'
import { parseJson } from '../lock/lock.js'
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml'

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const
const HOLDERS = [...SECTIONS, 'peerDependencies'] as const

/** Matches a script that runs a generated file. */
const RUNS_GENERATED = /\bdist\/src\/generated\/\w+\.js/
const RUNS_SCRIPT = /^npm run -s (\S+)$/

/**
 * Adds the generated code's dependencies to the user's `package.json` in alphabetical order, and any missing scripts
 * that run generated files, without changing other text. If a package is already listed in any section, only its range
 * changes, and only if it starts at an earlier version, which might not work or might have known vulnerabilities.
 * @returns the new text (unchanged if nothing is missing), or null if the user's text or a section in it is not a JSON
 * object
 */
export function mergeDependencies(users: string, needed: string): string | null {
  const own = parseJson(users)
  const wanted = parseJson(needed)
  if (!isObject(own) || !isObject(wanted)) return null
  if (SECTIONS.some((section) => own[section] !== undefined && !isObject(own[section]))) return null

  let text = users
  for (const section of SECTIONS) {
    const versions = isObject(wanted[section]) ? wanted[section] : {}
    for (const [name, version] of Object.entries(versions)) {
      const holder = HOLDERS.find((each) => isObject(own[each]) && Object.hasOwn(own[each], name))
      const range = holder === undefined ? undefined : valueOf(own[holder], name)
      if (holder === undefined) text = setInJson(text, section, name, version)
      else {
        const raised = raisedRange(range, version)
        if (raised !== range) text = setInJson(text, holder, name, raised)
      }
    }
  }
  for (const [name, script] of missingScripts(own, wanted)) text = setInJson(text, 'scripts', name, script)
  return text
}

/** Returns the missing scripts that run generated files, with their `pre` scripts and the scripts that these call. */
function missingScripts(
  { scripts: own }: Readonly<Record<string, unknown>>,
  { scripts: wanted }: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  if (!isObject(wanted) || (own !== undefined && !isObject(own))) return []
  const missing = Object.entries(wanted).filter(
    ([name, script]) => RUNS_GENERATED.test(String(script)) && valueOf(own, name) === undefined,
  )
  const added = missing.flatMap(([name, script]) => {
    const before = valueOf(wanted, `pre${name}`)
    const entry = [name, script] as const
    return before === undefined || valueOf(own, `pre${name}`) !== undefined
      ? [entry]
      : [entry, [`pre${name}`, before] as const]
  })
  const called = new Set(added.flatMap(([, script]) => RUNS_SCRIPT.exec(String(script))?.[1] ?? []))
  const further = [...called].filter(
    (name) => valueOf(own, name) === undefined && valueOf(wanted, name) !== undefined,
  )
  return [...added, ...further.map((name) => [name, valueOf(wanted, name)] as const)]
}

/**
 * Returns a range that starts at the version at which `needed` starts, if `range` starts earlier. `~` and pinned
 * versions are kept, unless a breaking version separates them: one with another major version or, if it is 0, another
 * minor version.
 */
function raisedRange(range: unknown, needed: unknown): unknown {
  const [has, needs] = [startOf(range), startOf(needed)]
  if (has === null || needs === null || compareVersions(has.version, needs.version) >= 0) return range
  const isSameLine = has.breaking === needs.breaking && has.isFull
  return isSameLine ? `${has.prefix}${needs.version}` : needed
}

/** Returns the version at which a simple range such as `^1.2.3`, `~1.2` or `1.x` starts. */
export function startOf(range: unknown) {
  const found = typeof range === 'string' ? /^([\^~]?)(\d+)(?:\.(\d+))?(?:\.(\d+))?[.x]*$/.exec(range) : null
  if (found === null) return null
  const [, prefix = '', major = '0', minor = '0', patch] = found
  return {
    prefix,
    version: `${major}.${minor}.${patch ?? '0'}`,
    breaking: major === '0' ? `0.${minor}` : major,
    /** Whether the range has all three numbers. */
    isFull: patch !== undefined,
  }
}

/** A package whose range in `package.json` changes. `from` is null for a new package. */
export interface PackageChange {
  readonly name: string
  readonly from: string | null
  readonly to: string
}

/** Returns the packages that the second text of a `package.json` adds or changes, sorted by name. */
export function packageChanges(before: string, after: string): readonly PackageChange[] {
  const former = rangesIn(before)
  return [...rangesIn(after)]
    .map(([name, to]) => ({ name, from: former.get(name) ?? null, to }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function rangesIn(text: string): ReadonlyMap<string, string> {
  const root = parseJson(text)
  return new Map(
    SECTIONS.flatMap((section) => {
      const packages = valueOf(root, section)
      return isObject(packages) ? Object.entries(packages) : []
    }).map(([name, range]) => [name, String(range)]),
  )
}

function valueOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}

/**
 * Sets `<section>.<name>` in the text of a JSON object. Keeps the text's style and all other text. A new name is
 * inserted in alphabetical order, and a new section is added at the end.
 * @param text valid JSON: an object whose section, if present, is an object
 */
function setInJson(text: string, section: string, name: string, value: unknown): string {
  const root = parseDocument(text).contents
  if (!isMap(root)) return text
  const map = root.get(section, true)
  if (!isMap(map)) {
    const inner = object(text, member(name, value), unitOf(text))
    return insert(text, root, root.items.length, `"${section}": ${inner}`, '')
  }
  const known = map.items.find((pair) => nameOf(pair) === name)
  if (known !== undefined) {
    const [start, end] = rangeOf(known.value)
    return text.slice(0, start) + JSON.stringify(value) + text.slice(end)
  }
  const next = map.items.findIndex((pair) => nameOf(pair) > name)
  return insert(text, map, next === -1 ? map.items.length : next, member(name, value), unitOf(text))
}

function insert(text: string, map: YAMLMap, index: number, added: string, outer: string): string {
  const before = map.items[index]
  if (before !== undefined) {
    const [start] = rangeOf(before.key)
    return `${text.slice(0, start)}${added},${blanksBefore(text, start) || ' '}${text.slice(start)}`
  }
  const last = map.items.at(-1)
  if (last !== undefined) {
    const [, end] = rangeOf(last.value)
    return `${text.slice(0, end)},${blanksBefore(text, rangeOf(last.key)[0]) || ' '}${added}${text.slice(end)}`
  }
  const [start, end] = rangeOf(map)
  return `${text.slice(0, start)}${object(text, added, outer)}${text.slice(end)}`
}

/** Returns the text of an object with one member. `outer` is the indentation of its first line. */
function object(text: string, member: string, outer: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return `{${end}${outer}${unitOf(text)}${member}${end}${outer}}`
}

function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : ''
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  return Array.isArray(range) ? [Number(range[0]), Number(range[1])] : [0, 0]
}

function blanksBefore(text: string, offset: number): string {
  return /\s*$/.exec(text.slice(0, offset))?.[0] ?? ''
}
