import type { CustomAction, Route, Service, Shape } from '../ir/index.js'
import { isOfCaller, itemRoutesOf, modelOf, routesOf } from '../ir/lookup.js'
import { shapesIn } from './contract-parts.js'
import { looseKey } from '../naming/loose-match.js'
import { singularOf } from '../naming/plural.js'

/** Returns the models without routes whose items the declared documents of others contain. */
export function containedModels(service: Service): readonly string[] {
  const found = new Set<string>()
  const addFrom = ({ members }: Shape, id: string): void => {
    for (const [name, member] of Object.entries(members)) {
      if (member === 'value') continue
      if ('part' in member) addFrom(member.part, id)
      const shape =
        'document' in member
          ? member.document
          : 'documents' in member
            ? member.documents
            : 'key' in member
              ? member.expanded
              : undefined
      const field = 'of' in member ? (member.of ?? name) : name
      const target = modelOf(service, id).relations.find((end) => end.name === field)?.target
      if (shape === undefined || target === undefined) continue
      found.add(target)
      addFrom(shape, target)
    }
  }
  for (const { model, contract } of service.routes)
    for (const shape of shapesIn(contract)) addFrom(shape, model)
  return [...found].filter((id) => itemRoutesOf(service, id).length === 0).sort()
}

/**
 * Returns the function whose access rules determine who can view items that no route shows: preferably one that only reads, of
 * one item or else of several. If users are shown only at paths such as `/me`, it is that route.
 */
export function viewAction(service: Service, model: string): CustomAction | Route | undefined {
  const own = service.actions.filter(({ item }) => item?.model === model)
  const fixed = routesOf(service, model).filter(({ contract }) => contract?.fixedKey !== undefined)
  return readAction(service, model) ?? own[0] ?? fixed.find(isOfCaller) ?? fixed[0]
}

/**
 * Returns the function that shows items of a model and only reads, if there is one: of one item, of the list with the name of the
 * model, which others select from, or with the shortest path.
 */
export function readAction({ actions }: Service, model: string): CustomAction | undefined {
  const isNamed = ({ path }: CustomAction): boolean =>
    looseKey(singularOf(path.split('/').at(-1) ?? '')) === looseKey(model)
  const [shown] = actions
    .filter(({ shows }) => shows === model)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || stepsOf(a) - stepsOf(b))
  return actions.find(({ item, permission }) => item?.model === model && permission === 'view') ?? shown
}

function stepsOf({ path }: CustomAction): number {
  return path.split('/').length
}

/** Returns the contained models whose items no function shows: whoever can see a document can also see the items in it. */
export function openModels(service: Service): readonly string[] {
  return containedModels(service).filter((id) => viewAction(service, id) === undefined)
}
