import { listed } from './wording.js'

export const DIALECT_NAMES = ['sqlite', 'postgres'] as const

export type DialectName = (typeof DIALECT_NAMES)[number]

interface DialectTraits {
  readonly title: string
  /** The start of the URLs of databases. */
  readonly url: RegExp
  /** The forms of URLs, for messages. */
  readonly forms: readonly string[]
  /** Returns whether a URL is valid, apart from its start. */
  readonly isComplete: (url: string) => boolean
  /** When migrations run unless `migrate` says otherwise. */
  readonly migrate: 'auto' | 'manual'
}

export const DIALECTS: Readonly<Record<DialectName, DialectTraits>> = {
  sqlite: {
    title: 'SQLite',
    url: /^sqlite:/,
    forms: ['sqlite:<file>', 'sqlite::memory:'],
    isComplete: (url) => url !== 'sqlite:',
    migrate: 'auto',
  },
  postgres: {
    title: 'PostgreSQL',
    url: /^postgres(ql)?:\/\//,
    forms: ['postgres://user:password@host/database'],
    // One host. The user and the password can contain commas.
    isComplete: (url) => !url.replace(/\/\/[^/?#]*@/, '//').includes(',') && URL.canParse(url),
    migrate: 'manual',
  },
}

const forms = DIALECT_NAMES.flatMap((name) => DIALECTS[name].forms)
export const DATABASE_URLS = listed(forms, 'or')

/** Returns the dialect of the database at a URL. @throws TypeError if it is not supported */
export function dialectOf(url: string): DialectName {
  const name = DIALECT_NAMES.find((each) => DIALECTS[each].url.test(url))
  if (name !== undefined) return name
  throw new TypeError(`Unsupported database "${url.split(':')[0]}". The URL must be ${DATABASE_URLS}`)
}
