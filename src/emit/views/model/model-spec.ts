import {
  type Default,
  type Field,
  type FieldType,
  isPassword,
  type JsonSchema,
  type Model,
  type RareType,
  type Relation,
  type RelationEnd,
  type Service,
  type WriteRule,
} from '../../../ir/index.js'
import { documentOf, shapesOf } from '../../../ir/contracts.js'
import { Code, entryOf, literal } from '../../literal.js'
import {
  createsLists,
  deletesRelated,
  hasDicts,
  hasExactNumbers,
  hasOwnRules,
  homeRoute,
  modelOf,
  relationsTo,
} from '../../../ir/lookup.js'
import type { Imports } from '../../imports.js'
import { boundedSchema, hasKeyword, hasLongEnum, hasRepeated } from '../../../validation/bounded-schema.js'
import { hasSlowPatterns } from '../../../validation/slow-patterns.js'
import { type EndSpec, checkedSchema, requiredNames } from '../../../validation/checked-schema.js'
import { isText } from './model-values.js'
import {
  fieldOf,
  fieldsOfModel,
  inverseOf,
  isRequiredEnd,
  keyTypeOf,
  relationOf,
} from '../../../ir/members.js'
import { documentPath, leadsOn } from '../../paths.js'
import { objectOf, unlessEmpty } from '../../../ir/json.js'
import { choiceNames } from '../../../naming/emitted/choices.js'

/** Returns the model's description for the runtime, a `ModelSpec` (`templates/runtime/model.ts`). */
export function specOf(service: Service, model: Model, imports: Imports): object {
  const { stored, virtual } = fieldsOfModel(model)
  const path = documentPath(service, model)
  const schema = bodySchema(service, model)
  const { properties, ...rest } = schema ?? {}
  const own = new Map(Object.entries(objectOf(properties)))
  const named = new Set([...stored, ...virtual, ...model.relations].map(({ name }) => name))
  const others = [...own].filter(([name]) => !named.has(name))
  return {
    name: model.id,
    var: model.names.var,
    table: model.names.table,
    key: model.key,
    fields: {
      ...(hasOwnRules(service, model) ? { _acl: new Code(imports.use('ownAclField')) } : {}),
      ...specsByName([...stored, ...virtual], (field) => ({
        ...fieldSpec(service, model, field, imports),
        schema: own.get(field.name),
      })),
    },
    relations: specsByName(model.relations, (end) => {
      const spec = relationSpec(service, end)
      return {
        ...spec,
        default: defaultSpec(spec.default, { type: 'foreign_key' }, imports),
        onUpdate: defaultSpec(spec.onUpdate, { type: 'foreign_key' }, imports),
        keyRule: rareRule(spec.keyType, imports),
        schema: own.get(end.name),
      }
    }),
    deletion: deletesRelated(service, model) ? new Code(imports.use('deletionWithRelated')) : undefined,
    foreignKeys: Object.fromEntries(
      relationsTo(service, model.id)
        .filter((relation) => relation.foreignKey.field !== null)
        .map((relation) => [relation.foreignKey.field, relation.backref]),
    ),
    processors: unlessEmpty(processorsOf(service, model)),
    writeRules: model.writeRules && specsByName(model.writeRules, writeRuleSpec),
    parts: partsOf(model, imports),
    required: unlessEmpty(requiredNames(model, endsOf(service, model))),
    schema: unlessEmpty({
      ...rest,
      ...(others.length === 0 ? {} : { properties: Object.fromEntries(others) }),
    }),
    keywords: ownKeywords(schema ?? {}, imports),
    additionalProperties: model.additionalProperties,
    createsOne: createsLists(service) ? undefined : true,
    exactNumbers: hasExactNumbers(model) ? new Code(imports.use('rejectLostDigits')) : undefined,
    bodies: hasDicts(model) ? new Code(imports.use('MergingBodyReader')) : undefined,
    nested:
      model.nested.names.length === 0
        ? undefined
        : { ...model.nested, add: new Code(imports.use('addNested')) },
    uniqueTogether: uniqueTogetherOf(model),
    search: model.search,
    path,
    showsPath: showsPath(service, model) || undefined,
    document: imports.withSharedParts(documentOf(service, model)),
    followPath: leadsOn(path) ? new Code(imports.use('followPath')) : undefined,
  }
}

/** Returns the keywords in a schema that Ajv lacks, or checks in more than linear time; undefined if there are none. */
function ownKeywords(schema: JsonSchema, imports: Imports): readonly Code[] | undefined {
  const names = [
    ...(hasSlowPatterns(schema) ? ['linearPatterns'] : []),
    ...(hasRepeated(schema) ? ['schemaRepetition'] : []),
    ...(hasKeyword('uniqueItems', schema) ? ['linearUniqueItems'] : []),
    ...(hasLongEnum(schema) ? ['linearEnum'] : []),
  ]
  return names.length === 0 ? undefined : names.map((name) => new Code(imports.use(name)))
}

/** Returns the schema for the bodies of a model's routes; undefined if its fields say everything. */
export function bodySchema(service: Service, model: Model): JsonSchema | undefined {
  const schema = checkedSchema(model, endsOf(service, model))
  return schema && boundedSchema(schema, objectOf(schema['$defs']))
}

function endsOf(service: Service, { relations }: Model): Readonly<Record<string, EndSpec>> {
  return Object.fromEntries(relations.map((end) => [end.name, relationSpec(service, end)]))
}

/** Returns the unique groups of a model with row rules, which decide whether a conflict can be reported. */
function uniqueTogetherOf({ rowRules, groups = [] }: Model): readonly (readonly string[])[] | undefined {
  const unique = groups.flatMap(({ unique, names }) => (unique ? [names] : []))
  return rowRules === undefined || unique.length === 0 ? undefined : unique
}

function writeRuleSpec({ readOnly, writeOnce, writableBy }: Omit<WriteRule, 'name'>): object {
  return {
    readOnly: readOnly || undefined,
    writeOnce: writeOnce || undefined,
    writableBy: writableBy !== null || undefined,
  }
}

/** Returns the code that guards the parts of dicts and lists that have their own access; undefined if there are none. */
function partsOf({ partRules }: Model, imports: Imports): Code | undefined {
  if (partRules === undefined) return undefined
  const rules = partRules.map(({ field, path, name, writeOnly, ...rule }) => ({
    field,
    path,
    name,
    ...writeRuleSpec(rule),
    writeOnly: writeOnly || undefined,
  }))
  return new Code(`${imports.use('fieldParts')}(${literal(rules)})`)
}

function specsByName<T extends { readonly name: string }>(
  named: readonly T[],
  specOf: (each: T) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(named.map((each) => entryOf(each.name, specOf(each))))
}

/** Returns the processors for a model's fields and relations, keyed by field or relation name. */
export function processorsOf(service: Service, model: Model): Readonly<Record<string, readonly string[]>> {
  const ends = model.relations.map((end): [string, readonly string[]] => {
    const relation = relationOf(service, end)
    return [end.name, end.side === 'one' ? relation.processors : relation.backrefProcessors]
  })
  const fields = model.fields.map((field): [string, readonly string[]] => [field.name, field.processors])
  return Object.fromEntries([...fields, ...ends].filter(([, names]) => names.length > 0))
}

function fieldSpec(service: Service, model: Model, field: Field, imports: Imports): object {
  const { constraints } = field
  const choices = choiceNames(service, field)
  return {
    type: runtimeType(service, field.type),
    rule: rareRule(field.type === 'list' ? (constraints.itemType ?? 'list') : field.type, imports),
    column: field.column,
    required: (constraints.required && field.type !== 'id_field') || undefined,
    unique: constraints.unique || undefined,
    index: constraints.index || undefined,
    words: (constraints.words !== undefined && !isPassword(service, model, field.name)) || undefined,
    maxLength: constraints.maxLength ?? undefined,
    choices: choices === undefined ? (constraints.choices ?? undefined) : new Code(choices.list),
    itemType: constraints.itemType ?? undefined,
    precision: constraints.precision ?? undefined,
    scale: constraints.scale ?? undefined,
    asString: (field.type === 'decimal' && isText(field.json)) || undefined,
    hash: isPassword(service, model, field.name) ? new Code(imports.use('hashPassword')) : undefined,
    normalize: loginForm(service, model, field, imports),
    writeOnly: field.json['writeOnly'] === true || undefined,
    default: defaultSpec(field.default, field, imports),
    ...(field.default?.kind === 'counter' ? countedKey(service, imports) : {}),
    onUpdate: defaultSpec(field.onUpdate, field, imports),
  }
}

const RARE_RULES: Readonly<Record<RareType, string>> = {
  big_integer: 'bigIntegerRule',
  decimal: 'decimalRule',
  time: 'timeRule',
  binary: 'binaryRule',
}

/** Returns the rule for values of a type that few projects have; undefined for other types. */
function rareRule(type: string, imports: Imports): Code | undefined {
  const name = Object.entries(RARE_RULES).find(([each]) => each === type)?.[1]
  return name === undefined ? undefined : new Code(imports.use(name))
}

/** Returns the function for the stored form of what users log in with, so that your code stores the same as requests. */
function loginForm({ auth }: Service, model: Model, { name }: Field, imports: Imports): Code | undefined {
  if (auth?.model !== model.id) return undefined
  if (name === auth.fields.email) return new Code(imports.use('storedEmail'))
  return name === auth.fields.username ? new Code(imports.use('storedName')) : undefined
}

/** Returns how the integer keys of new items without one are made. */
function countedKey({ engine }: Service, imports: Imports): object {
  return engine === 'svc_mongodb'
    ? { counter: new Code(imports.use('countKeys')) }
    : { given: new Code(imports.use('givenKey')) }
}

function defaultSpec(
  value: Default | null | undefined,
  { type }: Pick<Field, 'type'>,
  imports: Imports,
): object | undefined {
  switch (value?.kind) {
    case undefined:
      return undefined
    case 'literal':
      return { value: value.value }
    case 'builtin': {
      const isInSeconds = value.name === 'timestamp' && (type === 'integer' || type === 'big_integer')
      // The service itself also stores the current time, so that function is in every project.
      const folder = value.name === 'now' ? 'runtime/model' : 'runtime/values/made'
      return { make: new Code(imports.use(isInSeconds ? 'seconds' : value.name, folder)) }
    }
    case 'counter':
      // The database counts when a row without a key is inserted.
      return { value: null }
    case 'callable':
      return {
        make: new Code(
          `() => ${imports.use('makeDefault')}(${imports.use('registry')}, ${literal(value.name)})`,
        ),
      }
    case 'user':
      return { user: value.field }
  }
}

/** The defaults of the key that a relation stores. */
interface KeyDefaults {
  readonly default?: Default | undefined
  readonly onUpdate?: Default | undefined
}

function relationSpec(
  service: Service,
  end: RelationEnd,
): EndSpec & KeyDefaults & Readonly<Record<string, unknown>> {
  const relation = relationOf(service, end)
  const holder = end.side === 'holder'
  const writeOnly = (holder ? relation.backrefJson : relation.fieldJson)['writeOnly'] === true
  return {
    model: end.target,
    side: end.side,
    many: end.many,
    unique: relation.kind === 'one-to-one',
    column: relation.foreignKey.column,
    keyType: runtimeType(service, holder ? relation.foreignKey.type : keyTypeOf(service, end.target)),
    inverse: inverseOf(service, end),
    required: isRequiredEnd(service, end),
    listed: !holder && (relation.listed === false || writeOnly) ? false : undefined,
    writeOnly: writeOnly || undefined,
    onDelete: holder ? relation.backrefOnDelete : relation.onDelete,
    ...(holder ? keyDefaults(service, relation) : {}),
  }
}

/** Returns the defaults of a relation, which are declared at its foreign key, if that is a field. */
function keyDefaults(service: Service, relation: Relation): KeyDefaults {
  const key = fieldOf(modelOf(service, relation.to), relation.foreignKey.field) ?? relation
  return { default: key.default ?? undefined, onUpdate: key.onUpdate ?? undefined }
}

/** Returns the runtime's name for a field type. A generated key is an ObjectId in a document store. */
function runtimeType<T extends FieldType>(service: Service, type: T): T | 'object_id' {
  return type === 'id_field' && service.engine === 'svc_mongodb' ? 'object_id' : type
}

/**
 * Returns whether documents contain the end of the path of their items, as in `name: publishers/acme/books/1`, although nobody can
 * read the field in it.
 */
function showsPath(service: Service, { id, fields }: Model): boolean {
  const field = fields.find(({ name }) => name === homeRoute(service, id)?.lookup?.field)
  if (field?.json['writeOnly'] !== true) return false
  const shapes = service.routes.flatMap(({ model, contract }) => (model === id ? shapesOf(contract) : []))
  return shapes
    .flatMap(({ members }) => Object.values(members))
    .some((member) => member !== 'value' && 'segments' in member)
}
