import { setInJson } from './json-edit.js'
import { isRecord } from './lock.js'

const SECTIONS = ['dependencies', 'devDependencies'] as const
const HOLDERS = [...SECTIONS, 'optionalDependencies', 'peerDependencies'] as const

/**
 * Puts the dependencies that the generator needs into the user's `package.json`, at their place in the alphabet; all other text
 * stays as it is. A package that the user already names, in whichever section, is left alone (SPEC 4), unless its range is of an earlier
 * breaking version, with which the generated code could not run.
 * @returns the new text; the same text where nothing is missing; null where the user's text is no JSON object
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
  return text
}

/** Tells whether a range begins at an earlier breaking version: the first number of a version, the second one too where that is 0. */
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
