import { didYouMean } from '../values/scalars.js'
import { DATABASE_URLS, DIALECT_NAMES, DIALECTS } from '../spec/dialects.js'

export interface IniFile {
  readonly entries: ReadonlyMap<string, { readonly value: string; readonly line: number }>
  readonly errors: readonly { readonly line: number; readonly message: string }[]
}

/**
 * The sections to read, and the beginning of the names of their settings. Other sections are ignored, so that the file can
 * be shared with other programs.
 */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['app', ''],
  ['app:main', ''],
  ['own', 'own.'],
])

/**
 * Parses a `service.ini`: lines of `key = value`, sections in brackets, and comments that start with `#` or `;`. A
 * value extends to the end of the line, so a secret can contain any character.
 */
export function parseIni(text: string): IniFile {
  const entries = new Map<string, { value: string; line: number }>()
  const errors: { line: number; message: string }[] = []
  let prefix: string | undefined = ''
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    const content = raw.trim()
    if (content === '' || content.startsWith('#') || content.startsWith(';')) continue
    const section = /^\[(.*)\]$/.exec(content)?.[1]
    if (section !== undefined) {
      prefix = SECTIONS.get(section.trim())
      continue
    }
    if (prefix === undefined) continue
    const [, key = '', value = ''] = /^([^=]*)=(.*)$/.exec(content) ?? []
    const name = `${prefix}${key.trim()}`
    const first = entries.get(name)
    if (key.trim() === '') errors.push({ line, message: 'expected "key = value", "[app]" or a comment' })
    else if (first !== undefined)
      errors.push({ line, message: `${name}: is already set on line ${first.line}` })
    else entries.set(name, { value: value.trim(), line })
  }
  return { entries, errors }
}

/** How to parse the text of a setting. */
export interface Kind<T> {
  /** Describes valid values. The text follows "must be". */
  readonly expects: string
  /** Whether a line without a value is an error, because the default would start the service with another database. */
  readonly isRequired?: true
  parse(text: string): T | undefined
}

export const TEXT: Kind<string> = { expects: 'text', parse: (text) => text }

const MUST_NOT_BE_EMPTY = 'must not be empty; unset it to use service.ini or the default'

const TRUE = /^(true|yes|on|1)$/i
const FALSE = /^(false|no|off|0)$/i

export const BOOLEAN: Kind<boolean> = {
  expects: 'true or false',
  parse: (text) => TRUE.test(text) || (FALSE.test(text) ? false : undefined),
}

export function integer(min: number, max: number): Kind<number> {
  return {
    expects: `an integer from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  return {
    expects: `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  }
}

export function url(...schemes: readonly string[]): Kind<string> {
  const starts = schemes.map((scheme) => `${scheme}://`)
  return {
    expects: `a URL that starts with ${starts.join(' or ')}`,
    parse: (text) =>
      starts.some((start) => text.startsWith(start)) && URL.canParse(text) ? text : undefined,
  }
}

/** A website's scheme and host, without a path: `https://api.example.com`. */
export const ORIGIN: Kind<string> = {
  expects: 'a scheme and host without a path, such as https://api.example.com',
  parse: (text) => {
    const parsed = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
    return parsed !== undefined && parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
  },
}

export const ORIGINS: Kind<readonly string[]> = {
  expects: '* or comma-separated origins, such as https://example.com, https://example.org',
  parse: (text) => {
    const origins = items(text).map((item) => (item === '*' ? item : ORIGIN.parse(item)))
    return origins.every((origin) => origin !== undefined) ? origins : undefined
  },
}

export const DATABASE_URL: Kind<string> = {
  isRequired: true,
  expects: `${DATABASE_URLS}; several hosts require the feature "replicas"`,
  parse: (text) =>
    DIALECT_NAMES.some((name) => DIALECTS[name].url.test(text) && DIALECTS[name].isComplete(text))
      ? text
      : undefined,
}

/**
 * Trusted proxies: those with specific addresses, or as many as their number (see Fastify's `trustProxy`). It is never all
 * proxies, because clients could then choose their own address: proxies keep the beginning of the header.
 */
export const TRUST: Kind<false | string[] | ((address: string, hop: number) => boolean)> = {
  expects:
    'false, true for one proxy, their number, or comma-separated addresses and networks, such as 10.0.0.0/8',
  parse: (text) => {
    const count = /^\d$/.test(text) ? Number(text) : BOOLEAN.parse(text)
    if (count !== undefined) return Number(count) > 0 && ((_address, hop) => hop < Number(count))
    const addresses = items(text)
    return addresses.every((item) => ADDRESS.test(item)) ? addresses : undefined
  },
}

const ADDRESS = /^([\da-f.:]+(\/\d{1,3})?|loopback|linklocal|uniquelocal)$/i

function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Values keyed by their names in `service.ini`: `{ port: 8080 }`. */
export type SettingValues = Readonly<Record<string, string | number | boolean>>

/** The sources of settings. Later sources override earlier ones. */
export interface SettingSources {
  /** The service's name, from which features derive defaults. */
  readonly serviceName: string
  readonly file: { readonly name: string; readonly text: string }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly values: SettingValues
}

interface Given {
  readonly text: string
  /** Where the setting is set: `service.ini:3: port` or `SVC_PORT`. */
  readonly location: string
  /** The line in the file; 0 for other sources. */
  readonly line: number
}

/** Returns the environment variable for a setting: `SVC_DATABASE_URL` for `database.url`. */
export function environmentName(key: string): string {
  return `SVC_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** Reads settings and collects errors, so that they can be reported together. */
export class SettingsReader {
  readonly serviceName: string
  readonly #sources: SettingSources
  readonly #file: IniFile
  readonly #known = new Set<string>()
  readonly #errors: { readonly line: number; readonly message: string }[] = []
  readonly #leftOut: Readonly<Record<string, string>>

  /** @param leftOut settings that require an optional feature, and the name of this feature */
  constructor(sources: SettingSources, leftOut: Readonly<Record<string, string>> = {}) {
    this.serviceName = sources.serviceName
    this.#sources = sources
    this.#leftOut = leftOut
    this.#file = parseIni(sources.file.text)
    for (const { line, message } of this.#file.errors) {
      this.#errors.push({ line, message: `${sources.file.name}:${line}: ${message}` })
    }
  }

  /**
   * Returns the value of a setting. Most lines in the file without a value count as not set. An empty variable, or value in
   * code, is an error, because a value that was forgotten must not start the service with another secret or access.
   * @param fallback the value to return if the setting is not set or is invalid
   * @param alias an alternative environment variable, such as `PORT`
   */
  read<T, D>(key: string, kind: Kind<T>, fallback: D, alias?: string): T | D {
    this.#known.add(key)
    const given = this.#given(key, alias)
    if (given === undefined) return fallback
    const { text, line } = given
    if (text === '' && line > 0 && kind.isRequired !== true) return fallback
    const value = text === '' ? undefined : kind.parse(text)
    const isEmpty = line > 0 ? 'must have a value' : MUST_NOT_BE_EMPTY
    if (value === undefined) this.#report(given, text === '' ? isEmpty : `must be ${kind.expects}`)
    return value ?? fallback
  }

  /** Returns the keys of the section `[own]`, values such as `own.greeting`, and variables such as `SVC_OWN_GREETING`. */
  readOwn(): Readonly<Record<string, string>> {
    const { env, values } = this.#sources
    const keys = [...this.#file.entries.keys(), ...Object.keys(values)].filter((key) =>
      key.startsWith('own.'),
    )
    const names = new Set(keys.map(environmentName))
    const added = Object.keys(env)
      .filter((name) => name.startsWith('SVC_OWN_') && !names.has(name))
      .map((name) => `own.${name.slice('SVC_OWN_'.length).toLowerCase()}`)
    return Object.fromEntries(
      [...new Set([...keys, ...added])].map((key) => [key.slice('own.'.length), this.read(key, TEXT, '')]),
    )
  }

  /** Adds an error at the location where the setting is set. */
  addError(key: string, message: string): void {
    this.#report(this.#given(key) ?? { text: '', location: key, line: 0 }, message)
  }

  /**
   * Returns all errors: first the errors in the file, sorted by line, and then all others. Call it after all settings
   * have been read.
   */
  errors(): string[] {
    return [...this.#errors, ...this.#unknown()]
      .sort((a, b) => (a.line || Infinity) - (b.line || Infinity) || 0)
      .map(({ message }) => message)
  }

  #given(key: string, alias?: string): Given | undefined {
    const { env, file, values } = this.#sources
    const value = values[key]
    if (value !== undefined) return { text: String(value).trim(), location: `settings: ${key}`, line: 0 }
    for (const name of [environmentName(key), ...(alias === undefined ? [] : [alias])]) {
      const text = env[name]?.trim()
      if (text !== undefined) return { text, location: name, line: 0 }
    }
    const entry = this.#file.entries.get(key)
    if (entry === undefined) return undefined
    return { text: entry.value, location: `${file.name}:${entry.line}: ${key}`, line: entry.line }
  }

  #report({ location, line }: Given, message: string): void {
    this.#errors.push({ line, message: `${location}: ${message}` })
  }

  /** Returns the feature that a setting or environment variable requires; undefined if it is none of these settings. */
  #featureOf(name: string): string | undefined {
    return Object.entries(this.#leftOut).find(([key]) => key === name || environmentName(key) === name)?.[1]
  }

  *#unknown(): Generator<{ line: number; message: string }> {
    const { env, file, values } = this.#sources
    const unknown = (key: string, known: Iterable<string>): string => {
      const feature = this.#featureOf(key)
      return feature === undefined
        ? `${key}: unknown setting${didYouMean(key, known)}`
        : `${key}: requires the feature "${feature}"; add it to "features" in svcgen.config.yaml or to "svcgen generate --features", and generate the service again`
    }
    for (const [key, { line }] of this.#file.entries) {
      if (!this.#known.has(key)) yield { line, message: `${file.name}:${line}: ${unknown(key, this.#known)}` }
    }
    const names = new Set([...this.#known].map(environmentName))
    for (const name of Object.keys(env)) {
      if (name.startsWith('SVC_') && !names.has(name)) yield { line: 0, message: unknown(name, names) }
    }
    for (const key of Object.keys(values)) {
      if (!this.#known.has(key)) yield { line: 0, message: `settings: ${unknown(key, this.#known)}` }
    }
  }
}
