import { didYouMean } from '../../diagnostics/nearest.js'
import {
  isObject,
  type JsonSchema,
  type Model,
  type PartRule,
  type Principal,
  type Relation,
  type WriteRule,
} from '../../ir/index.js'
import { withSubschemas } from '../../ir/subschemas.js'
import type { ModelSchema } from '../../schema/index.js'
import type { PartAccess, PropertyWriteRule } from '../../schema/access-keys.js'
import { type Named, sortedObject } from '../../schema/node.js'
import { locationOf } from '../location.js'
import { backReferencesOf } from '../models/ends.js'
import { forNames, type NameSource, reportedNames } from '../models/name-lists.js'
import { reportUnknownGroups } from './acl-checks.js'
import { type Groups, readPrincipal, type SpannedRule } from './acl-rules.js'

export interface WriteRuleSource extends NameSource, Groups {
  readonly schemas: ReadonlyMap<string, ModelSchema>
  readonly relations: readonly Relation[]
  /** False if the API has no auth model, in which case there are no principals. */
  readonly hasUsers: boolean
}

/** Adds the write rules in the schema to a model. A rule on a foreign key applies to its back-reference. */
export function withWriteRules(model: Model, source: WriteRuleSource): Model {
  const partRules = partRulesOf(model, source)
  return withFieldRules(partRules.length === 0 ? model : { ...model, partRules }, source)
}

/** Returns the rules for parts of stored dicts and lists. Warns about those of other properties, which have no effect. */
function partRulesOf({ id, fields }: Model, source: WriteRuleSource): readonly PartRule[] {
  return (source.schemas.get(id)?.properties ?? []).flatMap(({ name, parts }) => {
    const field = fields.find((each) => each.name === name)
    if (field !== undefined && field.stored) return parts.map((part) => partRule(name, part, source))
    for (const { key, keyAt } of field === undefined ? [] : parts.map(({ at }) => at))
      source.collector.report('SVC3016', {
        message: `"${key}" has no effect, because "${name}" is not stored`,
        at: keyAt,
        help: 'Add "_db_settings" to store the property, or remove the key',
      })
    return []
  })
}

function partRule(field: string, { path, rule, writeOnly }: PartAccess, source: WriteRuleSource): PartRule {
  const names = path.map((step) => (typeof step === 'string' ? step : '*'))
  return {
    field,
    path,
    name: [field, ...names].map((each) => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    readOnly: rule?.readOnly === true,
    writeOnce: rule?.writeOnce === true,
    writableBy: rule === null ? null : principalsOf(rule, source),
    writeOnly,
  }
}

function withFieldRules(model: Model, source: WriteRuleSource): Model {
  const declared = declaredRules(model, source)
  if (declared.size === 0) return model
  reportBareRules(model, source)
  const written = [...model.fields.filter(({ type }) => type !== 'foreign_key'), ...model.relations]
  const writeRules = written
    .flatMap(({ name }): readonly WriteRule[] => {
      const rule = declared.get(name)
      return rule === undefined ? [] : [{ ...rule, name, writableBy: principalsOf(rule, source) }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  if (writeRules.length === 0) return model
  return { ...model, writeRules, schema: withoutReadOnly(model.schema, writeRules) }
}

/** Warns about properties that have only a write rule and are not stored, which are usually misspelled. */
function reportBareRules({ id, fields, relations }: Model, source: WriteRuleSource): void {
  const schema = source.schemas.get(id)
  const reported = new Set(reportedNames(id, schema, source.failed))
  const collector = forNames(id, source)
  const virtual = new Set(fields.flatMap(({ name, stored }) => (stored ? [] : [name])))
  const others = [...fields.filter(({ stored }) => stored), ...relations].map(({ name }) => name)
  for (const { name, nameAt, json, description, processors, writeRule } of schema?.properties ?? []) {
    const isBare = Object.keys(json).length === 0 && description === null && processors.length === 0
    if (writeRule === null || !virtual.has(name) || !isBare || reported.has(name)) continue
    collector.report('SVC4031', {
      message: `Property "${name}" of ${id} has only a write rule, so it is not stored`,
      at: nameAt,
      help: () =>
        didYouMean(name, others) ??
        'Add "_db_settings" to store the property, or a "type" if only functions use it',
    })
  }
}

/**
 * Removes `readOnly` fields from `required`, because clients never write them, also in the parts and alternatives that
 * describe these fields.
 */
function withoutReadOnly(schema: JsonSchema, rules: readonly WriteRule[]): JsonSchema {
  const readOnly = rules.filter((rule) => rule.readOnly).map(({ name }) => name)
  const without = ({ required, ...others }: JsonSchema, names: readonly string[]): JsonSchema => {
    const left = Array.isArray(required) ? required.filter((name) => !names.includes(String(name))) : []
    const inner = withSubschemas(others, (each, keyword) =>
      COMBINING.has(keyword) ? without(each, describedIn(each, readOnly)) : each,
    )
    return sortedObject(Object.entries({ ...inner, ...(left.length === 0 ? {} : { required: left }) }))
  }
  return without(schema, readOnly)
}

const COMBINING: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf'])

function describedIn({ properties }: JsonSchema, names: readonly string[]): readonly string[] {
  return names.filter((name) => isObject(properties) && Object.hasOwn(properties, name))
}

function declaredRules(
  { id }: Model,
  { schemas, relations }: WriteRuleSource,
): ReadonlyMap<string, PropertyWriteRule> {
  const properties = schemas.get(id)?.properties ?? []
  const backReferences = backReferencesOf(relations.filter(({ to }) => to === id))
  return new Map(
    properties.flatMap(({ name, writeRule }) =>
      writeRule === null ? [] : [[backReferences.get(name) ?? name, writeRule] as const],
    ),
  )
}

function principalsOf(
  { writableBy }: PropertyWriteRule,
  source: WriteRuleSource,
): readonly Principal[] | null {
  if (writableBy === null) return null
  const { hasUsers, groups, anyGroup, collector } = source
  const [first] = writableBy
  if (!hasUsers && first !== undefined)
    collector.report('SVC5019', {
      message: '"_writable_by" has no effect, because the API has no authentication',
      at: first.at,
      help: 'Add an x-Ticket or x-ApiKey scheme, or use "readOnly" or "_write_once"',
    })
  const placed = writableBy.flatMap((named) => spannedRule(named, source))
  if (hasUsers && !anyGroup) reportUnknownGroups(placed, groups, collector)
  return placed.map(({ rule }) => rule.principal)
}

function spannedRule({ name, at }: Named, source: WriteRuleSource): readonly SpannedRule[] {
  const principal = readPrincipal(name.trim(), at, source)
  if (principal === null) return []
  const rule = {
    effect: 'allow',
    principal,
    permissions: ['create', 'update'],
    loc: locationOf(at),
  } as const
  return [{ rule, at }]
}
