import { isOrderedList, isOrderedObject, type OrderedJson } from '../../../ir/index.js'

/** svcgen's keys that contain rules of access, in both spellings. */
const RULES: ReadonlySet<string> = new Set(
  [
    'acl',
    'acls',
    'row-rules',
    'public-fields',
    'auth-fields',
    'hidden-fields',
    'writable-by',
    'permission',
  ].flatMap((key) => [`x-${key}`, `_${key.replaceAll('-', '_')}`]),
)

/** Keys of objects whose keys are names. */
const NAMED: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas responses parameters headers requestBodies examples links callbacks securitySchemes pathItems paths content variables scopes'.split(
    ' ',
  ),
)

/** Keys whose values can be anything. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value'])

/** Returns a document without rules of access. */
export function withoutRules(value: OrderedJson, key = ''): OrderedJson {
  if (isOrderedList(value)) return value.map((each) => withoutRules(each))
  if (!isOrderedObject(value) || VALUES.has(key)) return value
  const isNamed = NAMED.has(key)
  // What a key of the author's contains can have any names.
  const hasKeywords = !isNamed && !key.startsWith('x-')
  return new Map(
    [...value]
      .filter(([each]) => isNamed || !RULES.has(each))
      .map(([each, inner]) => [each, withoutRules(inner, hasKeywords ? each : '')]),
  )
}

/** Returns a document without the secrets with which the service signs its tickets, also outside of its security schemes. */
export function withoutSecrets(value: OrderedJson, key = ''): OrderedJson {
  if (isOrderedList(value)) return value.map((each) => withoutSecrets(each))
  if (!isOrderedObject(value)) return value
  return new Map(
    [...value]
      .filter(([each]) => key !== 'x-ticket' || each !== 'secret')
      .map(([each, inner]) => [each, withoutSecrets(inner, each)]),
  )
}
