import type { Contract, Model, RelationEnd, Service, Shape } from '../../ir/index.js'
import { documentIn, shapesOf } from '../../ir/contracts.js'
import { listOf, memberOf, objectOf } from '../../ir/json.js'
import { routesOf } from '../../ir/lookup.js'
import { endOf, isRequiredEnd, relationOf } from '../../ir/members.js'
import { componentModel } from '../../naming/model-names.js'

/** Returns the fields and relations that are unique, and the groups of them. */
export function uniqueSets(service: Service, model: Model): readonly (readonly string[])[] {
  const { key, fields, relations, groups = [] } = model
  const own = fields.filter(({ name, constraints }) => name === key || constraints.unique)
  const toOne = relations.filter(
    (end) => end.side === 'holder' && relationOf(service, end).kind === 'one-to-one',
  )
  return [
    ...[...own, ...toOne].map(({ name }) => [name]),
    ...groups.filter(({ unique }) => unique).map(({ names }) => names),
  ]
}

/** Returns whether two rows might not have the same value in a field or relation. */
export function isExclusive(service: Service, model: Model, name: string): boolean {
  return uniqueSets(service, model).some((names) => names.includes(name))
}

/** Returns the relations that each row has, in the database or in the body that creates it. Those to many can be empty. */
export function requiredEnds(service: Service, { relations, schema }: Model): readonly RelationEnd[] {
  const required = listOf(schema['required'])
  return relations.filter((end) => isRequiredEnd(service, end) || required.includes(end.name))
}

/**
 * Returns the relations of each row: those that are required, and those that responses must show.
 * @param within the models whose rows are made at the same time, to which no row has to refer
 */
export function neededEnds(
  service: Service,
  model: Model,
  within: readonly string[],
): ReadonlySet<RelationEnd> {
  const names = shownNames(service, model)
  const shown = model.relations.filter(
    ({ name, side, target }) => side === 'holder' && names.has(name) && !within.includes(target),
  )
  return new Set([...requiredEnds(service, model), ...shown])
}

/** Returns whether a component says that its list of related items is never empty, and documents show it without items. */
export function mustHaveItems({ schemas = {}, routes }: Service, id: string, name: string): boolean {
  const needsItems = Object.entries(schemas).some(([component, { properties }]) => {
    const { minItems } = objectOf(memberOf(objectOf(properties), name))
    return componentModel(component) === id && typeof minItems === 'number' && minItems > 0
  })
  return (
    needsItems && routes.some(({ contract }) => shapesOf(contract).some((shape) => showsEmpty(shape, name)))
  )
}

/** Returns whether documents show a member also if it is an empty list. */
function showsEmpty({ members, filled = [] }: Shape, name: string): boolean {
  if (Object.hasOwn(members, name) && !filled.includes(name)) return true
  return Object.values(members).some((member) => {
    if (member === 'value') return false
    const shape = 'part' in member ? member.part : documentIn(member)
    return shape !== undefined && showsEmpty(shape, name)
  })
}

/** Returns the members that responses with items of a model, or the bodies of requests, must have. */
export function shownNames(service: Service, model: Model): ReadonlySet<string> {
  const contracts = routesOf(service, model.id).flatMap(({ contract }) => contract ?? [])
  return new Set(
    contracts.flatMap((contract) => [...(contract.required ?? []), ...demandedEnds(model, contract)]),
  )
}

/** Returns the relations whose keys the body of a request must have. */
export function demandedEnds(model: Model, contract: Contract | undefined): readonly string[] {
  const { demanded = [], renamed = {} } = contract ?? {}
  return demanded.map((name) => renamed[name] ?? name).filter((name) => endOf(model, name) !== undefined)
}
