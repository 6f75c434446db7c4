import type { Collector } from '../../diagnostics/collector.js'
import type { Api } from '../../api/api.js'
import type { Field, FieldGroup, Lookup, Model, ScopeStep } from '../../ir/index.js'
import { groupedBy } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import { propertyNamedBy } from '../models/inferred-key.js'
import { type PathNode, segmentText, spanOfNode, textParameters } from '../resources/path-tree.js'
import { keyNamedAt } from '../resources/scopes.js'
import { type Gap, isRouteTarget, type Items, type RouteTarget, type TargetSource } from './route-targets.js'

/**
 * Returns a function that returns how an item's path finds items. In RAML, the parameter is always the key, whatever its name is.
 * A field that is unique together with what precedes it in the path finds the item among those. Reports such a field if the
 * path lacks the rest of its group.
 */
export function lookupsIn(
  { components }: Api,
  models: ReadonlyMap<string, Model>,
  collector: Collector,
): TargetSource['lookupOf'] {
  return (node, items, name): Lookup | undefined => {
    const model = models.get(items.model)
    const field = model && components !== null ? fieldNamedBy(node, model, name) : undefined
    if (model === undefined || field === undefined || field.name === model.key) return undefined
    if (field.constraints.unique) return { field: field.name }
    const groups = (model.groups ?? []).filter(({ unique, names }) => unique && names.includes(field.name))
    const above = stepsAbove(items, models)
    const within = groups.flatMap((group) => withinGroup(group, field, above) ?? [])
    if (within.length > 0) return { field: field.name, within }
    const [group] = groups
    if (group !== undefined) reportPart(node, model, field, group, collector)
    return undefined
  }
}

/** Warns about models of which items without a value have no path, because all paths of items contain that value. */
export function reportUnreachable(
  targets: Iterable<readonly [PathNode, RouteTarget | Gap]>,
  models: ReadonlyMap<string, Model>,
  collector: Collector,
): void {
  const items = [...targets].flatMap(([node, target]) =>
    isRouteTarget(target) && target.kind === 'item' && node.resources.length > 0 ? [{ node, target }] : [],
  )
  for (const [id, paths] of groupedBy(items, ({ target }) => target.model)) {
    const fields = paths.map(({ target: { lookup } }) =>
      models.get(id)?.fields.find(({ name }) => name === lookup?.field),
    )
    const isOptional = (field: Field | undefined): field is Field =>
      field !== undefined && !field.constraints.required && (field.default ?? null) === null
    const [first] = fields
    const [written] = paths.flatMap(({ node }) => node.resources)
    if (isOptional(first) && fields.every(isOptional))
      collector.report('SVC8106', {
        message: `Items of ${id} without "${first.name}" have no path, because "${written?.absolutePath ?? ''}" contains it`,
        at: written?.pathAt ?? null,
        help: `Require "${first.name}" in ${id}, or give it a default, as in "x-db-settings: { default: '{{uuid.uuid4}}' }"`,
      })
  }
}

/** Returns the field that the parameter at the end of a path names, which can have another name in paths below. */
function fieldNamedBy(node: PathNode, { id, fields }: Model, other?: string): Field | undefined {
  const { segment, parent } = node
  const [name = other] = segment === null || other !== undefined ? [] : textParameters(segmentText(segment))
  const collection = parent?.segment ? segmentText(parent.segment) : ''
  return name === undefined
    ? undefined
    : propertyNamedBy({ name, collection, property: keyNamedAt(node, other) }, id, fields)
}

/** Returns the fields and back-references of items whose values the path above them contains. */
function stepsAbove(
  { model, parents, scope }: Items,
  models: ReadonlyMap<string, Model>,
): readonly ScopeStep[] {
  const parent = parents.at(-1)
  if (parent === undefined) return scope
  const end = models.get(parent.model)?.relations.find(({ name }) => name === parent.field)
  const inverse = models
    .get(model)
    ?.relations.find((other) => other.relation === end?.relation && other.side !== end.side)
  const { param } = parent
  return param === null || inverse === undefined || inverse.many ? [] : [{ param, field: inverse.name }]
}

/** Returns the steps that make a field unique, or undefined if the group contains others. */
function withinGroup(
  { names }: FieldGroup,
  field: Field,
  above: readonly ScopeStep[],
): readonly ScopeStep[] | undefined {
  const others = names.filter((name) => name !== field.name)
  const steps = above.filter((step) => others.includes(step.field))
  return steps.length === others.length ? steps : undefined
}

function reportPart(
  node: PathNode,
  model: Model,
  field: Field,
  { names }: FieldGroup,
  collector: Collector,
): void {
  const others = names.filter((name) => name !== field.name).map((name) => `"${name}"`)
  collector.report('SVC8081', {
    message: `"${field.name}" of ${model.id} is unique only together with ${listed(others)}, which the path does not contain`,
    at: spanOfNode(node),
    help: `Put the operations below the items that ${listed(others)} refers to, use "{${model.key}}" in the path, or make the operations your own with "x-operation: own"`,
  })
}
