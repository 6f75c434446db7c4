import type { CustomAction, Service } from '../../ir/index.js'
import { isReservedWord } from '../reserved.js'
import { UniqueNames } from '../unique.js'
import { oncePer } from '../../ir/once.js'
import { modelTypes } from '../model-names.js'
import { actionGroups, type RouteGroup, routeGroups } from './groups.js'
import { componentTypes } from './component-types.js'

/** Returns the names of the types of custom actions, by the actions' names. Names of models and components go first. */
export const actionTypes = oncePer((service: Service): ReadonlyMap<string, string> => {
  const taken = [...modelTypes(service), ...componentTypes(service).values()]
  const names = new UniqueNames({ taken: taken.map((name) => name.toLowerCase()) })
  return new Map(service.actions.map(({ name, type }) => [name, names.take(type)]))
})

/** Returns the variables for custom actions, by the actions' names. `DELETE /` has the variable `deleteAction`. */
export const actionVariables = oncePer((service: Service) =>
  variablesOf(service, actionGroups(service), service.actions),
)

/** Returns the variables for the contracts of routes, by the names of their operations. */
export const contractVariables = oncePer((service: Service) => {
  const operations = service.routes.flatMap(({ contract }) => contract?.operation ?? [])
  return variablesOf(service, routeGroups(service), operations)
})

/** Returns the variables that the API names in the files with routes and custom actions. */
export function variablesOfApi(service: Service): readonly string[] {
  return [
    ...variablesOfParts(service, [...routeGroups(service), ...actionGroups(service)]),
    ...actionVariables(service).values(),
    ...contractVariables(service).values(),
  ]
}

function variablesOfParts({ models, acls }: Service, groups: readonly RouteGroup[]): readonly string[] {
  return [
    ...models.flatMap(({ names }) => [names.var, names.plural]),
    ...acls.map((acl) => acl.var),
    ...groups.map(({ name }) => name),
  ]
}

function variablesOf(
  service: Service,
  groups: readonly RouteGroup[],
  operations: readonly CustomAction[],
): ReadonlyMap<string, string> {
  const taken = variablesOfParts(service, groups)
  const names = new UniqueNames({ taken: taken.map((name) => name.toLowerCase()) })
  return new Map(operations.map(({ name, type }) => [name, names.take(variableOf(type))]))
}

function variableOf(type: string): string {
  const name = type.charAt(0).toLowerCase() + type.slice(1)
  return isReservedWord(name) ? `${name}Action` : name
}
