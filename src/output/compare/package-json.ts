import { isRecord } from '../lock/lock.js'
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml'

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const
const HOLDERS = [...SECTIONS, 'peerDependencies'] as const

/** Matches a script that runs a generated file. */
const RUNS_GENERATED = /\bdist\/src\/generated\/\w+\.js/
const RUNS_SCRIPT = /^npm run -s (\S+)$/

/**
 * Adds the generated code's dependencies to the user's `package.json` in alphabetical order, and any missing scripts
 * that run generated files, without changing other text. A package that is already listed in any section is left unchanged, unless its range starts at an
 * earlier breaking version, with which the generated code might not work.
 * @returns the new text (unchanged if nothing is missing), or null if the user's text or a section in it is not a JSON
 * object
 */
export function mergeDependencies(users: string, needed: string): string | null {
  const own = parse(users)
  const wanted = parse(needed)
  if (!isRecord(own) || !isRecord(wanted)) return null
  if (SECTIONS.some((section) => own[section] !== undefined && !isRecord(own[section]))) return null

  let text = users
  for (const section of SECTIONS) {
    const versions = isRecord(wanted[section]) ? wanted[section] : {}
    for (const [name, version] of Object.entries(versions)) {
      const holder = HOLDERS.find((each) => isRecord(own[each]) && Object.hasOwn(own[each], name))
      const range = holder === undefined ? undefined : valueOf(own[holder], name)
      if (holder === undefined) text = setInJson(text, section, name, version)
      else if (isEarlier(range, version)) text = setInJson(text, holder, name, version)
    }
  }
  for (const [name, script] of missingScripts(own, wanted)) text = setInJson(text, 'scripts', name, script)
  return text
}

/**
 * Returns the scripts that run generated files and that the user's `package.json` lacks, with their `pre` scripts and
 * the scripts that these call.
 */
function missingScripts(
  { scripts: own }: Readonly<Record<string, unknown>>,
  { scripts: wanted }: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  if (!isRecord(wanted) || (own !== undefined && !isRecord(own))) return []
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
 * Returns whether a range starts at an earlier breaking version. Breaking versions differ in the major version or, if
 * the major version is 0, in the minor version.
 */
function isEarlier(range: unknown, needed: unknown): boolean {
  const [has, needs] = [breakingVersion(range), breakingVersion(needed)]
  if (has === null || needs === null) return false
  return has.major < needs.major || (has.major === needs.major && has.minor < needs.minor)
}

function breakingVersion(range: unknown): { readonly major: number; readonly minor: number } | null {
  const found = typeof range === 'string' ? /^[\^~]?(\d+)(?:\.(\d+))?[.\dx]*$/.exec(range) : null
  if (found === null) return null
  const major = Number(found[1])
  return { major, minor: major === 0 ? Number(found[2] ?? 0) : 0 }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function valueOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
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
