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
