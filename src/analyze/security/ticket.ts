import type { Collector } from '../../diagnostics/collector.js'
import type { HashAlgorithm, TicketScheme } from '../../ir/index.js'
import type { SecurityScheme } from '../../api/api.js'
import { type Node, textOf } from '../../source/node.js'
import { locationOf } from '../location.js'
import { reportUnknownSettings } from './scheme-checks.js'

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

/** Reads an x-Ticket scheme. A literal secret is stored only in `secrets`, under its key in `service.ini`. */
export function readTicket(
  scheme: SecurityScheme,
  secrets: Map<string, string>,
  collector: Collector,
): TicketScheme {
  reportUnknownSettings(scheme, SETTINGS, 'x-Ticket', collector)
  const read = new Reader(scheme, collector)
  return {
    name: scheme.name,
    secretSetting: secretSetting(scheme, secrets, collector),
    hashAlgorithm: read.oneOf('hashalg', HASHES, 'weaker algorithms are not supported') ?? 'sha512',
    cookieName:
      read.matching('cookie_name', /^[!#$%&'*+\-.^`|~\w]+$/, 'letters, digits, "_" and "-"') ?? 'auth_tkt',
    httpOnly: read.flag('http_only') ?? true,
    secure: read.flag('secure'),
    sameSite: read.oneOf('samesite', SAME_SITES, 'the default is Lax') ?? 'Lax',
    maxAge: read.seconds('max_age'),
    timeout: read.seconds('timeout'),
    reissueTime: read.seconds('reissue_time'),
    path: read.matching('path', /^\/[!-:<-~]*$/, 'a path that begins with "/"') ?? '/',
    domain: read.matching('domain', /^\.?[A-Za-z0-9.-]+$/, 'a domain name'),
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
  const secret = writtenIn(node)
  if (node === undefined || secret === null || secret === '') {
    collector.report('SVC5018', {
      message: `Scheme "${name}" has no "secret" setting; its secret is read from "${own}" in service.ini`,
      at: nameAt,
      help: 'Add the name of a key in service.ini, as in "secret: auth_tkt_secret"',
    })
    return own
  }
  if (isSettingName(secret)) return secret
  secrets.set(own, secret)
  collector.report('SVC5010', {
    message: `"secret" contains the secret itself, which is written to service.ini as "${own}"`,
    at: node.at,
    help: 'Use the name of a key here, as in "secret: auth_tkt_secret", and put the secret in service.ini',
  })
  return own
}

/** Words separated by `_` or `.`. A single word that is long or contains digits is more likely to be a secret. */
function isSettingName(text: string): boolean {
  if (!/^([a-z][a-z0-9]{0,19}([_.][a-z0-9]{1,19})*|[A-Z][A-Z0-9]{0,19}(_[A-Z0-9]{1,19})*)$/.test(text))
    return false
  return /[_.]/.test(text) ? text.length <= 60 : /^[a-z]{1,16}$/i.test(text)
}

function writtenIn(node: Node | undefined): string | null {
  return node?.kind !== 'scalar' || node.value === null ? null : textOf(node)
}

class Reader {
  readonly #scheme: SecurityScheme
  readonly #collector: Collector

  constructor(scheme: SecurityScheme, collector: Collector) {
    this.#scheme = scheme
    this.#collector = collector
  }

  oneOf<T extends string>(key: string, values: readonly T[], note: string): T | null {
    const text = writtenIn(this.#node(key))
    if (text === null) return null
    const found = values.find((value) => value.toLowerCase() === text.toLowerCase())
    return found ?? this.#refuse(key, `one of ${values.join(', ')}; ${note}`)
  }

  matching(key: string, pattern: RegExp, form: string): string | null {
    const text = writtenIn(this.#node(key))
    if (text === null) return null
    return pattern.test(text) ? text : this.#refuse(key, form)
  }

  flag(key: string): boolean | null {
    const text = writtenIn(this.#node(key))
    if (text === null) return null
    return FLAGS.get(text.toLowerCase()) ?? this.#refuse(key, 'true or false')
  }

  seconds(key: string): number | null {
    const text = writtenIn(this.#node(key))
    if (text === null) return null
    return /^\d{1,10}$/.test(text) ? Number(text) : this.#refuse(key, 'an integer number of seconds')
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
