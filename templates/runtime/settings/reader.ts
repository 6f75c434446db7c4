import { didYouMean } from '../values/nearest.js'
import { formerKeyAdvice } from './former-keys.js'
import { parseIni, type IniFile } from './ini.js'
import type { Kind } from './kinds.js'

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
