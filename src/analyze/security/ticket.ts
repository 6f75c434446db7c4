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
  const read = <T>(key: string, { form, parse }: Form<T>): T | null => {
    const node = scheme.settings.find((entry) => entry.key === key)?.value
    const text = writtenIn(node)
    const value = text === null ? null : parse(text)
    if (value === undefined)
      collector.report('SVC5009', { message: `"${key}" must be ${form}`, at: node?.at ?? null })
    return value ?? null
  }
  return {
    name: scheme.name,
    secretSetting: secretSetting(scheme, secrets, collector),
    hashAlgorithm: read('hashalg', oneOf(HASHES, 'weaker algorithms are not supported')) ?? 'sha512',
    cookieName:
      read('cookie_name', matching(/^[!#$%&'*+\-.^`|~\w]+$/, 'letters, digits, "_" and "-"')) ?? 'auth_tkt',
    httpOnly: read('http_only', FLAG) ?? true,
    secure: read('secure', FLAG),
    sameSite: read('samesite', oneOf(SAME_SITES, 'the default is Lax')) ?? 'Lax',
    maxAge: read('max_age', SECONDS),
    timeout: read('timeout', SECONDS),
    reissueTime: read('reissue_time', SECONDS),
    path: read('path', matching(/^\/[!-:<-~]*$/, 'a path that begins with "/"')) ?? '/',
    domain: read('domain', matching(/^\.?[A-Za-z0-9.-]+$/, 'a domain name')),
    loc: locationOf(scheme.nameAt),
  }
}

/** The valid values of a setting. `parse` returns undefined for other text. */
interface Form<T> {
  readonly form: string
  readonly parse: (text: string) => T | undefined
}

const FLAG: Form<boolean> = {
  form: 'true or false',
  parse: (text) =>
    /^(?:true|yes|on)$/i.test(text) ? true : /^(?:false|no|off)$/i.test(text) ? false : undefined,
}

const SECONDS: Form<number> = {
  form: 'an integer number of seconds',
  parse: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined),
}

function oneOf<T extends string>(values: readonly T[], note: string): Form<T> {
  return {
    form: `one of ${values.join(', ')}; ${note}`,
    parse: (text) => values.find((value) => value.toLowerCase() === text.toLowerCase()),
  }
}

function matching(pattern: RegExp, form: string): Form<string> {
  return { form, parse: (text) => (pattern.test(text) ? text : undefined) }
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
  // Further lines would be other settings.
  if (/[\n\r\0]/.test(secret)) {
    collector.report('SVC5009', { message: '"secret" must be one line', at: node.at })
    return own
  }
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
