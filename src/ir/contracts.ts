import type { Contract, Member, ParameterRole, Shape, Template } from './contract.js'
import { functionActions } from './lookup.js'
import type { Action } from './event.js'
import type { Model } from './model.js'
import type { Service } from './service.js'

/** A part of a body. */
interface BodyPart {
  /** The members that lead to it. */
  readonly at: readonly string[]
  readonly part: Template
}

/** Returns the parts of a body, each before those that it contains. */
export function partsIn(body: Template | undefined, at: readonly string[] = []): readonly BodyPart[] {
  if (body === undefined) return []
  const members = 'object' in body ? Object.entries(body.object) : []
  return [{ at, part: body }, ...members.flatMap(([name, each]) => partsIn(each, [...at, name]))]
}

/** Returns what a body contains of items. */
export function shapesIn(body: Template | undefined): readonly Shape[] {
  return partsIn(body).flatMap(({ part }) => ('item' in part ? part.item : 'items' in part ? part.items : []))
}

/** Returns what the responses of an operation contain of its items. */
export function shapesOf(contract: Contract | undefined): readonly Shape[] {
  return [contract?.body, contract?.created?.body].flatMap(shapesIn)
}

/** Returns what a member contains of related items; undefined if it contains at most their keys. */
export function documentIn(member: Exclude<Member, 'value'>): Shape | undefined {
  if ('document' in member) return member.document
  if ('documents' in member) return member.documents
  return 'key' in member ? member.expanded : undefined
}

/** Returns whether a query parameter of a contract has a role. */
export function hasRole({ routes }: Service, role: ParameterRole['as']): boolean {
  return routes.some(({ contract }) => Object.values(contract?.roles ?? {}).some(({ as }) => as === role))
}

/** Returns whether a parameter of a list contains the key of the item before the page. */
export function continuesAfter(contract: Contract | undefined): boolean {
  return Object.values(contract?.roles ?? {}).some(
    (role) =>
      role.as === 'after' ||
      role.as === 'before' ||
      (role.as === 'paging' && Object.values(role.members).includes('after')),
  )
}

/** The operations whose responses say what documents of a model contain, the first one first. */
const SHOWING: readonly Action[] = ['show', 'index', 'create', 'replace', 'update']

/**
 * Returns what the user's functions get as a document of a model: the component, as an operation returns it. Undefined if no
 * operation calls a function of the user's, or if svcgen's own documents are meant.
 */
export function documentOf(service: Service, { id, document }: Model): Shape | undefined {
  if (functionActions(service).length === 0) return undefined
  const found = SHOWING.flatMap((action) =>
    service.routes.filter((route) => route.model === id && route.action === action),
  )
  const [shape] = found.flatMap(({ contract }) =>
    contract?.returnsComponent === true ? shapesOf(contract) : [],
  )
  return shape ?? document
}

/** Returns the media types of the bodies that contracts declare. */
export function contractTypes({ routes }: Service): ReadonlySet<string> {
  return new Set(
    routes.flatMap(({ contract }) => contract?.operation.bodies.map(({ mediaType }) => mediaType) ?? []),
  )
}
