import type { Collector } from '../../diagnostics/collector.js'
import type { HashAlgorithm, TicketScheme } from '../../ir/index.js'
import type { SecurityScheme } from '../../raml/api.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { Node } from '../../source/node.js'
import { locationOf } from '../location.js'

/** The settings of an x-Ticket scheme (SPEC 10). */
const SETTINGS = [
  'secret',
  'hashalg',
  'cookie_name',
  'http_only',
  'secure',
  'samesite',
  'max_age',
  'timeout',
  'reissue_time',
  'path',
  'domain',
]

const HASHES: readonly HashAlgorithm[] = ['sha256', 'sha384', 'sha512']
const SAME_SITES = ['Lax', 'Strict', 'None'] as const

/**
 * Reads an x-Ticket scheme. A secret that is written out goes to `secrets`, under the key of `service.ini` that is to hold it, and nowhere else.
 * Unknown settings are warned of; a wrong value is an error.
 */
export function readTicket(
  scheme: SecurityScheme,
  secrets: Map<string, string>,
  collector: Collector,
): TicketScheme {
  for (const { key, keyAt } of scheme.settings) {
    if (SETTINGS.includes(key)) continue
    const message = `"${key}" is no setting of an x-Ticket scheme, and is ignored`
    collector.report('SVC5008', { message, at: keyAt, help: () => didYouMean(key, SETTINGS) })
  }
  const read = new Reader(scheme, collector)
  return {
    name: scheme.name,
    secretSetting: secretSetting(scheme, secrets, collector),
    hashAlgorithm: read.oneOf('hashalg', HASHES, 'weaker ones are refused') ?? 'sha512',
    cookieName:
      read.matching('cookie_name', /^[!#$%&'*+\-.^`|~\w]+$/, 'letters, digits, "_" and "-"') ?? 'auth_tkt',
    httpOnly: read.flag('http_only') ?? true,
    secure: read.flag('secure'),
    sameSite: read.oneOf('samesite', SAME_SITES, 'Lax where it is not given') ?? 'Lax',
    maxAge: read.seconds('max_age'),
    timeout: read.seconds('timeout'),
    reissueTime: read.seconds('reissue_time'),
    path: read.matching('path', /^\/[!-:<-~]*$/, 'a path that begins with "/"') ?? '/',
    domain: read.matching('domain', /^\.?[A-Za-z0-9.-]+$/, 'a domain'),
    loc: locationOf(scheme.nameAt),
  }
}

function secretSetting(
  { name, nameAt, settings }: SecurityScheme,
  secrets: Map<string, string>,
  collector: Collector,
): string {
  const own = `${name.replace(/[^\w-]+/g, '_')}.secret`
  const node = settings.find(({ key }) => key === 'secret')?.value
  const secret = textOf(node)
  if (node === undefined || secret === null || secret === '') {
    collector.report('SVC5018', {
      message: `"${name}" does not say where its secret is: it is read from "${own}" of service.ini`,
      at: nameAt,
      help: 'Add "settings" with the name of a setting, as in "secret: auth_tkt_secret"',
    })
    return own
  }
  if (isSettingName(secret)) return secret
  secrets.set(own, secret)
  collector.report('SVC5010', {
    message: `"secret" holds the secret itself; it goes to service.ini as "${own}"`,
    at: node.at,
    help: 'Write the name of a setting here, as in "secret: auth_tkt_secret", and the secret into service.ini',
  })
  return own
}

/** A setting's name is of words with `_` or `.` between them. A single long word, or one with digits, may well be a secret. */
function isSettingName(text: string): boolean {
  if (!/^([a-z][a-z0-9]{0,19}([_.][a-z0-9]{1,19})*|[A-Z][A-Z0-9]{0,19}(_[A-Z0-9]{1,19})*)$/.test(text))
    return false
  return /[_.]/.test(text) ? text.length <= 60 : /^[a-z]{1,16}$/i.test(text)
}

function textOf(node: Node | undefined): string | null {
  if (node?.kind !== 'scalar' || node.value === null) return null
  return typeof node.value === 'string' ? node.value : node.source
}

class Reader {
  readonly #scheme: SecurityScheme
  readonly #collector: Collector

  constructor(scheme: SecurityScheme, collector: Collector) {
    this.#scheme = scheme
    this.#collector = collector
  }

  oneOf<T extends string>(key: string, values: readonly T[], note: string): T | null {
    const text = textOf(this.#node(key))
    if (text === null) return null
    const found = values.find((value) => value.toLowerCase() === text.toLowerCase())
    return found ?? this.#refuse(key, `one of ${values.join(', ')}; ${note}`)
  }

  matching(key: string, pattern: RegExp, form: string): string | null {
    const text = textOf(this.#node(key))
    if (text === null) return null
    return pattern.test(text) ? text : this.#refuse(key, form)
  }

  flag(key: string): boolean | null {
    const text = textOf(this.#node(key))
    if (text === null) return null
    return FLAGS.get(text.toLowerCase()) ?? this.#refuse(key, 'true or false')
  }

  seconds(key: string): number | null {
    const text = textOf(this.#node(key))
    if (text === null) return null
    return /^\d{1,10}$/.test(text) ? Number(text) : this.#refuse(key, 'a whole number of seconds')
  }

  #node(key: string): Node | undefined {
    return this.#scheme.settings.find((entry) => entry.key === key)?.value
  }

  #refuse(key: string, form: string): null {
    this.#collector.report('SVC5009', {
      message: `"${key}" must be ${form}`,
      at: this.#node(key)?.at ?? null,
    })
    return null
  }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])
