import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { isRecord } from './lock.js'

const SECTIONS = ['dependencies', 'devDependencies'] as const

/**
 * Puts the dependencies that the generator needs into the user's `package.json`, at their place in the alphabet; all other text
 * stays as it is. A package that the user already names, in whichever section and version, is left alone (SPEC 4).
 * @returns the new text; the same text where nothing is missing; null where the user's text is no JSON object
 */
export function mergeDependencies(users: string, needed: string): string | null {
  const errors: ParseError[] = []
  const own: unknown = parse(users, errors, { disallowComments: true })
  const wanted: unknown = JSON.parse(needed)
  if (errors.length > 0 || !isRecord(own) || !isRecord(wanted)) return null
  if (SECTIONS.some((section) => own[section] !== undefined && !isRecord(own[section]))) return null

  const named = new Set(
    [...SECTIONS, 'optionalDependencies', 'peerDependencies'].flatMap((section) => keysOf(own[section])),
  )
  let text = users
  for (const section of SECTIONS) {
    const versions = isRecord(wanted[section]) ? wanted[section] : {}
    for (const [name, version] of Object.entries(versions)) {
      if (!named.has(name)) text = insert(text, section, name, version)
    }
  }
  return text
}

function insert(text: string, section: string, name: string, version: unknown): string {
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

function keysOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : []
}
