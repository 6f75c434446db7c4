import type { Service, Shape } from '../ir/index.js'
import { documentIn, shapesOf } from '../ir/contracts.js'
import { itemRoutesOf, modelOf } from '../ir/lookup.js'
import { endOf } from '../ir/members.js'
import { viewAction } from './view-operation.js'

/** Returns the models without routes whose items the declared documents of others contain. */
export function containedModels(service: Service): readonly string[] {
  const found = new Set<string>()
  const addFrom = ({ members }: Shape, id: string): void => {
    for (const [name, member] of Object.entries(members)) {
      if (member === 'value') continue
      if ('part' in member) addFrom(member.part, id)
      const shape = documentIn(member)
      const field = 'of' in member ? (member.of ?? name) : name
      const target = endOf(modelOf(service, id), field)?.target
      if (shape === undefined || target === undefined) continue
      found.add(target)
      addFrom(shape, target)
    }
  }
  for (const { model, contract } of service.routes)
    for (const shape of shapesOf(contract)) addFrom(shape, model)
  return [...found].filter((id) => itemRoutesOf(service, id).length === 0).sort()
}

/** Returns the contained models whose items no function shows: whoever can see a document can also see the items in it. */
export function openModels(service: Service): readonly string[] {
  return containedModels(service).filter((id) => viewAction(service, id) === undefined)
}
