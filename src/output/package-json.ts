import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
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
  const errors: ParseError[] = []
  const own: unknown = parse(users, errors, { disallowComments: true })
  const wanted: unknown = JSON.parse(needed)
  if (errors.length > 0 || !isRecord(own) || !isRecord(wanted)) return null
  if (SECTIONS.some((section) => own[section] !== undefined && !isRecord(own[section]))) return null

  let text = users
  for (const section of SECTIONS) {
    const versions = isRecord(wanted[section]) ? wanted[section] : {}
    for (const [name, version] of Object.entries(versions)) {
      const holder = HOLDERS.find((each) => isRecord(own[each]) && Object.hasOwn(own[each], name))
      const range = holder === undefined ? undefined : valueOf(own[holder], name)
      if (holder === undefined) text = set(text, section, name, version)
      else if (isEarlier(range, version)) text = set(text, holder, name, version)
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

function set(text: string, section: string, name: string, version: unknown): string {
  const edits = modify(text, [section, name], version, {
    formattingOptions: {
      insertSpaces: !/^\t/m.test(text),
      tabSize: /^( +)\S/m.exec(text)?.[1]?.length ?? 2,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
    getInsertionIndex: (names) => {
      const next = names.findIndex((other) => other > name)
      return next === -1 ? names.length : next
    },
  })
  return applyEdits(text, edits)
}

function valueOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}
