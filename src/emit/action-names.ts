import type { CustomAction, Service } from '../ir/index.js'
import { isReservedWord } from '../naming/reserved.js'
import { UniqueNames } from '../naming/unique.js'
import { componentTypes } from './component-types.js'
import { actionGroups, routeGroups } from './groups.js'
import { modelTypes } from './model-types.js'
import { oncePer } from './once.js'

/** Returns the names of the types of custom actions, by the actions' names. Names of models and components go first. */
export const actionTypes = oncePer((service: Service): ReadonlyMap<string, string> => {
  const taken = [...modelTypes(service), ...componentTypes(service).values()]
  const names = new UniqueNames({ taken: taken.map((name) => name.toLowerCase()) })
  return new Map(service.actions.map(({ name, type }) => [name, names.take(type)]))
})

/** Returns the variables for custom actions, by the actions' names. `DELETE /` has the variable `deleteAction`. */
export const actionVariables = oncePer((service: Service): ReadonlyMap<string, string> => {
  const taken = [
    ...service.models.flatMap(({ names }) => [names.var, names.plural]),
    ...service.acls.map((acl) => acl.var),
    ...actionGroups(service).map(({ name }) => name),
  ]
  const names = new UniqueNames({ taken: taken.map((name) => name.toLowerCase()) })
  return new Map(service.actions.map((action) => [action.name, names.take(variableOf(action))]))
})

function variableOf({ type }: Pick<CustomAction, 'type'>): string {
  const name = type.charAt(0).toLowerCase() + type.slice(1)
  return isReservedWord(name) ? `${name}Action` : name
}

/** Returns the variables for the contracts of routes, by the names of their operations. */
export const contractVariables = oncePer((service: Service): ReadonlyMap<string, string> => {
  const taken = [
    ...service.models.flatMap(({ names }) => [names.var, names.plural]),
    ...service.acls.map((acl) => acl.var),
    ...routeGroups(service).map(({ name }) => name),
  ]
  const names = new UniqueNames({ taken: taken.map((name) => name.toLowerCase()) })
  const operations = service.routes.flatMap(({ contract }) => contract?.operation ?? [])
  return new Map(operations.map((operation) => [operation.name, names.take(variableOf(operation))]))
})
