import type { Collector } from '../../diagnostics/collector.js'
import {
  type Acl,
  CHANGE_TAG,
  type Handler,
  HANDLER_KINDS,
  type HandlerKind,
  type HandlerUse,
  type JsonSchema,
  type Relation,
} from '../../ir/index.js'
import { compareText } from '../../naming/order.js'
import { kebabCase } from '../../naming/words.js'
import { callableName, readDefault, similarBuiltIn } from '../../schema/settings/default.js'
import type { ModelSchema } from '../../schema/index.js'
import { type Named, stringOf } from '../../schema/node.js'
import type { Settings } from '../../schema/settings/settings.js'
import type { Api } from '../../api/api.js'
import type { Span } from '../../source/span.js'
import { groupedBy } from '../../ir/lookup.js'
import type { ErrorBody } from '../contract/errors.js'
import type { ListFilter } from '../contract/parameters/source.js'
import type { EventSource } from './events.js'

interface HandlerSource {
  readonly api: Api
  readonly schemas: ReadonlyMap<string, ModelSchema>
  readonly relations: readonly Relation[]
  readonly events: EventSource
  readonly acls: readonly Acl[]
  /** The functions that select the rows of a model. */
  readonly rowFunctions: readonly (Named & { readonly model: string })[]
  /** The functions that select the items of lists by a parameter. */
  readonly listFilters: readonly ListFilter[]
  /** The schemas of errors that the service cannot fill. */
  readonly errorBodies: readonly ErrorBody[]
  readonly collector: Collector
}

interface Mention {
  readonly kind: HandlerKind
  readonly name: string
  readonly at: Span
  readonly use: HandlerUse
  readonly values?: JsonSchema
}

const FOLDERS: Readonly<Record<Exclude<HandlerKind, 'error body'>, string>> = {
  handler: 'handlers',
  processor: 'processors',
  principal: 'principals',
  filter: 'principals',
  default: 'defaults',
  'change handler': 'handlers',
  'list filter': 'filters',
}

/** Returns all user-defined functions, sorted by kind and name. Reports problems with their names and uses. */
export function handlersIn(source: HandlerSource): readonly Handler[] {
  reportUnusedProcessors(source)
  const mentions = [
    ...eventMentions(source),
    ...propertyMentions(source),
    ...principalMentions(source),
    ...source.rowFunctions.flatMap(({ model, ...named }) =>
      mentionsOf('filter', [named], { model, on: '_row_rules' }),
    ),
    ...source.listFilters.map(({ model, parameter, values, ...named }): Mention => ({
      ...named,
      kind: 'list filter',
      use: { model, on: parameter },
      values,
    })),
    ...errorMentions(source.errorBodies),
  ]
  const valid = mentions.filter((mention) => isValidName(mention, source.collector))
  const byName = groupedBy(valid, ({ name }) => name)
  reportSharedFiles(byName, source.collector)
  reportSimilarToBuiltIns(valid, source.collector)
  return [...byName.values()]
    .flatMap((all) => handlerOf(all, source.collector))
    .sort(
      (a, b) => HANDLER_KINDS.indexOf(a.kind) - HANDLER_KINDS.indexOf(b.kind) || compareText(a.name, b.name),
    )
}

/** Returns the references to the function that makes the bodies of errors, one for each schema. */
function errorMentions(bodies: readonly ErrorBody[]): readonly Mention[] {
  const schemas = [...new Map(bodies.map(({ name, schema }) => [name, schema])).values()]
  const [values = {}, ...others] = schemas
  return bodies.map(({ name, at }) => ({
    kind: 'error body',
    name: 'error_body',
    at,
    use: { model: null, on: name },
    values: others.length === 0 ? values : { anyOf: schemas },
  }))
}

function eventMentions({ events }: HandlerSource): readonly Mention[] {
  return [...events].flatMap(([model, tagged]) =>
    tagged.flatMap(({ tag, handlers }) =>
      mentionsOf(tag.name === CHANGE_TAG ? 'change handler' : 'handler', handlers, { model, on: tag.name }),
    ),
  )
}

function propertyMentions({ schemas, relations: all }: HandlerSource): readonly Mention[] {
  const relations = new Map(
    all.flatMap((relation) => {
      const { id, to, foreignKey } = relation
      const ids = foreignKey.field === null ? [id] : [id, `${to}.${foreignKey.field}`]
      return ids.map((each) => [each, relation] as const)
    }),
  )
  return [...schemas].flatMap(([model, { properties }]) =>
    properties.flatMap(({ name, processors, backrefProcessors, settings, writeRule }) => {
      const use = { model, on: name }
      const relation = relations.get(`${model}.${name}`)
      // The column of a relationship, which has the default, and a foreign key belong to the back-reference.
      const reference = relation === undefined ? use : { model: relation.to, on: relation.backref }
      return [
        ...mentionsOf('processor', processors, use),
        ...(relation === undefined ? [] : mentionsOf('processor', backrefProcessors, reference)),
        ...mentionsOf('default', defaultsOf(settings), reference),
        ...mentionsOf('principal', callablesIn(writeRule?.writableBy ?? []), use),
      ]
    }),
  )
}

function callablesIn(principals: readonly Named[]): readonly Named[] {
  return principals.filter(({ name }) => callableName(name) !== undefined)
}

/** Returns the user-defined functions that compute the `default` and `onupdate` values of a property. */
function defaultsOf(settings: Settings | null): readonly Named[] {
  return [settings?.default, settings?.onUpdate].flatMap((node) => {
    const text = stringOf(node ?? undefined)
    const value = text === undefined ? null : readDefault(text, 'pickle')
    return value?.kind === 'callable' && node ? [{ name: value.name, at: node.at }] : []
  })
}

function principalMentions({ acls, api }: HandlerSource): readonly Mention[] {
  return acls.flatMap(({ id, collection, item }) => {
    const at = spanOfAcl(id, api)
    const names = [...(collection ?? []), ...(item ?? [])].flatMap(({ principal }) =>
      principal.kind === 'callable' ? [principal.name] : [],
    )
    const named = at === null ? [] : names.map((name) => ({ name, at }))
    return mentionsOf('principal', named, { model: null, on: id })
  })
}

function spanOfAcl(id: string, { securitySchemes }: Api): Span | null {
  const scheme = securitySchemes.get(id)
  return scheme?.kind === 'acl' ? scheme.nameAt : null
}

/** Returns a reference for each name. Names can also be written as `{{name}}`. */
function mentionsOf(kind: HandlerKind, named: readonly Named[], use: HandlerUse): readonly Mention[] {
  return named.map(({ name, at }) => ({ kind, name: callableName(name) ?? name, at, use }))
}

function isValidName({ kind, name, at }: Mention, collector: Collector): boolean {
  if (isFileName(name)) return true
  const message = `"${name}" is not a valid file name, so it cannot be the name of a ${kind}`
  const help = 'Use only letters, digits and "_", and begin with a letter'
  collector.report('SVC6002', { message, at, help })
  return false
}

function reportSharedFiles(byName: ReadonlyMap<string, readonly Mention[]>, collector: Collector): void {
  const first = new Map<string, Mention>()
  const mentions = [...byName.values()].flatMap((all) => all.slice(0, 1))
  for (const mention of mentions) {
    const file = fileOf(mention)
    const rival = first.get(file)
    if (rival === undefined) {
      first.set(file, mention)
      continue
    }
    collector.report('SVC6003', {
      message: `"${mention.name}" and "${rival.name}" would share the file ${file}`,
      at: mention.at,
      related: [{ message: `"${rival.name}" is here`, at: rival.at }],
      help: 'Use one spelling, or rename one of them',
    })
  }
}

function reportSimilarToBuiltIns(mentions: readonly Mention[], collector: Collector): void {
  for (const { kind, name, at } of mentions) {
    const builtIn = kind === 'default' ? similarBuiltIn(name) : undefined
    if (builtIn === undefined) continue
    collector.report('SVC6008', {
      message: `"{{${name}}}" is not a built-in value, so it refers to a function that you write`,
      at,
      help: `Did you mean "{{${builtIn}}}"?`,
    })
  }
}

function handlerOf(mentions: readonly Mention[], collector: Collector): readonly Handler[] {
  const [first] = mentions
  if (first === undefined) return []
  const other = mentions.find(({ kind }) => kind !== first.kind)
  if (other !== undefined) {
    collector.report('SVC6004', {
      message: `"${first.name}" is used as a ${first.kind} and as a ${other.kind}`,
      at: other.at,
      related: [{ message: `Used as a ${first.kind} here`, at: first.at }],
      help: 'Rename one of the functions',
    })
  }
  const { kind, name, values } = first
  return [
    { kind, name, file: fileOf(first), uses: usesOf(mentions), ...(values === undefined ? {} : { values }) },
  ]
}

function fileOf({ kind, name }: Mention): string {
  return kind === 'error body' ? 'src/errors.ts' : `src/${FOLDERS[kind]}/${kebabCase(name)}.ts`
}

function usesOf(mentions: readonly Mention[]): readonly HandlerUse[] {
  const uses = new Map(mentions.map(({ use }) => [`${use.model ?? ''} ${use.on}`, use]))
  return [...uses.values()].sort(
    (a, b) => compareText(a.model ?? '', b.model ?? '') || compareText(a.on, b.on),
  )
}

/** Warns about processors of fields that are never written, and about back-reference processors of other properties. */
function reportUnusedProcessors({ schemas, collector }: HandlerSource): void {
  for (const [model, { properties }] of schemas) {
    for (const { name, nameAt, settings, processors, backrefProcessors } of properties) {
      const type = settings?.type
      const report = (key: string, why: string): void =>
        collector.report('SVC6006', {
          message: `The "${key}" of ${model}.${name} never run, because ${why}`,
          at: nameAt,
          help: 'Remove them, or move them to a field that is written',
        })
      if (processors.length > 0 && (type === 'id_field' || type === 'foreign_key'))
        report('_processors', `a field of type ${type} is never written`)
      if (backrefProcessors.length > 0 && type !== 'relationship')
        report('_backref_processors', 'the property is not a relationship')
    }
  }
}

/** Device names, which are not valid file names on Windows. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/

export function isFileName(name: string): boolean {
  const file = kebabCase(name)
  return /^[A-Za-z_][\w.-]{0,99}$/.test(name) && file !== '' && !DEVICES.test(file)
}
