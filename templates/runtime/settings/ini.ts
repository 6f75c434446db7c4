/** A key of the file, with the line it stands in. */
export interface IniEntry {
  readonly value: string
  readonly line: number
}

export interface IniFile {
  readonly entries: ReadonlyMap<string, IniEntry>
  readonly faults: readonly { readonly line: number; readonly message: string }[]
}

/** The sections that are the service's; others, as files of old services have them, are passed over (SPEC 15). */
const OWN_SECTIONS: ReadonlySet<string> = new Set(['app', 'app:main'])

/**
 * Reads the text of a `service.ini`: `key = value` in lines, comments that begin with `#` or `;`, sections in brackets. A value reaches to the end
 * of its line, so that a secret may hold any character.
 */
export function parseIni(text: string): IniFile {
  const entries = new Map<string, IniEntry>()
  const faults: { line: number; message: string }[] = []
  let isOwn = true
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    const content = raw.trim()
    if (content === '' || content.startsWith('#') || content.startsWith(';')) continue
    const section = /^\[(.*)\]$/.exec(content)?.[1]
    if (section !== undefined) {
      isOwn = OWN_SECTIONS.has(section.trim())
      continue
    }
    if (!isOwn) continue
    const [, key = '', value = ''] = /^([^=]*)=(.*)$/.exec(content) ?? []
    const name = key.trim()
    const first = entries.get(name)
    if (name === '') faults.push({ line, message: 'a line must be "key = value", "[app]" or a comment' })
    else if (first !== undefined)
      faults.push({ line, message: `${name}: is set in line ${first.line} already` })
    else entries.set(name, { value: value.trim(), line })
  }
  return { entries, faults }
}
