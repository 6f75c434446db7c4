import { didYouMean } from '../values/text.js'

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

/** How the text of a setting is read. */
export interface Kind<T> {
  /** What a value must be, as it ends a message: `must be …`. */
  readonly expects: string
  /** Gives undefined for a text that is no such value. */
  parse(text: string): T | undefined
}

/** Any text. */
export const TEXT: Kind<string> = { expects: 'text', parse: (text) => text }

const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
}

export const BOOLEAN: Kind<boolean> = {
  expects: 'true or false',
  parse: (text) => (Object.hasOwn(TRUTH, text.toLowerCase()) ? TRUTH[text.toLowerCase()] : undefined),
}

/** A whole number within bounds, both included. */
export function integer(min: number, max: number): Kind<number> {
  return {
    expects: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

/** One of some words. */
export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  return {
    expects: `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  }
}

/** A URL that begins with one of these schemes; it is kept as written. */
export function url(...schemes: readonly string[]): Kind<string> {
  const starts = schemes.map((scheme) => `${scheme}://`)
  return {
    expects: `a URL that begins with ${starts.join(' or ')}`,
    parse: (text) =>
      starts.some((start) => text.startsWith(start)) && URL.canParse(text) ? text : undefined,
  }
}

/** Scheme and host of a web site, without a path: `https://api.example.com`. */
export const ORIGIN: Kind<string> = {
  expects: 'scheme and host alone, such as https://api.example.com',
  parse: (text) => {
    const parsed = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
    return parsed !== undefined && parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
  },
}

/** Origins that are separated by commas; `*` stands for all. */
export const ORIGINS: Kind<readonly string[]> = {
  expects: '* or origins separated by commas, such as https://example.com, https://example.org',
  parse: (text) => {
    const origins = items(text).map((item) => (item === '*' ? item : ORIGIN.parse(item)))
    return origins.every((origin) => origin !== undefined) ? origins : undefined
  },
}

/** `sqlite:<file>`, `sqlite::memory:` or a URL of PostgreSQL. */
export const DATABASE_URL: Kind<string> = {
  expects: 'sqlite:<file>, sqlite::memory: or postgres://user:password@host/database',
  parse: (text) => (/^sqlite:./.test(text) ? text : url('postgres', 'postgresql').parse(text)),
}

/** Which proxies are believed: all, none, or those with these addresses (as Fastify's `trustProxy`). */
export const TRUST: Kind<boolean | string[]> = {
  expects: 'true, false, or addresses and networks separated by commas, such as 10.0.0.0/8',
  parse: (text) => {
    const addresses = items(text)
    return BOOLEAN.parse(text) ?? (addresses.every((item) => ADDRESS.test(item)) ? addresses : undefined)
  },
}

const ADDRESS = /^([\da-f.:]+(\/\d{1,3})?|loopback|linklocal|uniquelocal)$/i

function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** What became of the settings that services made with Ramses and Nefertari have. */
const FORMER_KEYS: Readonly<Record<string, string>> = {
  use: 'is not needed any more, take it out',
  debug: 'is called log.level now: log.level = debug',
  base_url: 'is called public_url now',
  static_max_age: 'is not needed any more, take it out',
  'ramses.auth': 'is called auth now',
  'auth_tkt.secret': 'is called as the secret of the security scheme in the RAML file now',
  'ramses.raml_schema': 'is not needed any more: the RAML file is given to "svcgen generate"',
  'nefertari.engine': 'is not needed any more: the engine is given to "svcgen generate --engine"',
  'sqlalchemy.url': 'is called database.url now: sqlite:<file> or postgres://…',
}

const FORMER_GROUPS: readonly (readonly [prefix: string, advice: string])[] = [
  ['elasticsearch.', 'is not needed any more: the database answers searches; take it out'],
  ['sqlalchemy.', 'is not needed any more; the database is set by database.url'],
  ['ramses.', 'is not needed any more, take it out'],
  ['nefertari.', 'is not needed any more, take it out'],
  ['pyramid.', 'is not needed any more, take it out'],
]

/** What to do about a key that an old service had; undefined where it is no such key. */
export function formerKeyAdvice(key: string): string | undefined {
  if (Object.hasOwn(FORMER_KEYS, key)) return FORMER_KEYS[key]
  return FORMER_GROUPS.find(([prefix]) => key.startsWith(prefix))?.[1]
}

/** Values by the names that they have in `service.ini`: `{ 'database.url': 'sqlite::memory:' }`. */
export type SettingValues = Readonly<Record<string, string | number | boolean>>

/** Where settings come from; the later goes before the earlier. */
export interface SettingSources {
  /** Name and text of the file. */
  readonly file: { readonly name: string; readonly text: string }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly values: SettingValues
}

interface Given {
  readonly text: string
  /** `service.ini:3: port`, `SVC_PORT` */
  readonly place: string
  /** Of the file; 0 for other sources. */
  readonly line: number
}

/** The name of a setting in the environment: `database.url` → `SVC_DATABASE_URL`. */
export function environmentName(key: string): string {
  return `SVC_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** Reads one setting after the other and gathers the faults, so that they can be reported all at once (SPEC 15). */
export class SettingsReader {
  readonly #sources: SettingSources
  readonly #file: IniFile
  readonly #known = new Set<string>()
  readonly #faults: { readonly line: number; readonly message: string }[] = []

  constructor(sources: SettingSources) {
    this.#sources = sources
    this.#file = parseIni(sources.file.text)
    for (const { line, message } of this.#file.faults) {
      this.#faults.push({ line, message: `${sources.file.name}:${line}: ${message}` })
    }
  }

  /**
   * The value of a setting. One that is empty counts as not set.
   * @param fallback the value where none is set, or a wrong one
   * @param alias another name in the environment, such as `PORT`
   */
  read<T, D>(key: string, kind: Kind<T>, fallback: D, alias?: string): T | D {
    this.#known.add(key)
    const given = this.#given(key, alias)
    if (given === undefined) return fallback
    const value = kind.parse(given.text)
    if (value === undefined) this.#report(given, `must be ${kind.expects}`)
    return value ?? fallback
  }

  /** Reports a setting that does not go with others, at the place where it was set. */
  refuse(key: string, message: string): void {
    this.#report(this.#given(key) ?? { text: '', place: key, line: 0 }, message)
  }

  /** All faults, those of the file first, in the order of its lines; call it when all settings have been read. */
  faults(): string[] {
    return [...this.#faults, ...this.#unknown()]
      .sort((a, b) => (a.line || Infinity) - (b.line || Infinity) || 0)
      .map(({ message }) => message)
  }

  #given(key: string, alias?: string): Given | undefined {
    const { env, file, values } = this.#sources
    const value = values[key]
    if (value !== undefined) return { text: String(value), place: `settings: ${key}`, line: 0 }
    for (const name of [environmentName(key), ...(alias === undefined ? [] : [alias])]) {
      const text = env[name]?.trim() ?? ''
      if (text !== '') return { text, place: name, line: 0 }
    }
    const entry = this.#file.entries.get(key)
    if (entry === undefined || entry.value === '') return undefined
    return { text: entry.value, place: `${file.name}:${entry.line}: ${key}`, line: entry.line }
  }

  #report({ place, line }: Given, message: string): void {
    this.#faults.push({ line, message: `${place}: ${message}` })
  }

  *#unknown(): Generator<{ line: number; message: string }> {
    const { env, file, values } = this.#sources
    const advice = (key: string): string =>
      formerKeyAdvice(key) ?? `is no setting${didYouMean(key, this.#known)}`
    for (const [key, { line }] of this.#file.entries) {
      if (!this.#known.has(key)) yield { line, message: `${file.name}:${line}: ${key}: ${advice(key)}` }
    }
    const names = new Set([...this.#known].map(environmentName))
    for (const name of Object.keys(env)) {
      if (name.startsWith('SVC_') && !names.has(name)) {
        yield { line: 0, message: `${name}: is no setting${didYouMean(name, names)}` }
      }
    }
    for (const key of Object.keys(values)) {
      if (!this.#known.has(key)) yield { line: 0, message: `settings: ${key}: ${advice(key)}` }
    }
  }
}
