import type { Handler, HandlerUse, Model, Service } from '../ir/index.js'
import { externalSchemes } from '../ir/lookup.js'
import { currentModel, formerModel, formerName, type Owned, typeText } from './change.js'

/** A change that affects a user-defined function (`plan`). */
export interface FunctionChange {
  readonly name: string
  /** The stub: `src/handlers/lowercase-title.ts`. */
  readonly file: string
  /** A description: `Story.title was removed`. */
  readonly change: string
  /** The field or tag whose use in the code is affected, or null if the whole function is affected. */
  readonly word: string | null
}

/** Returns the changes that affect functions: removed and added calls, and fields of the items that they receive. */
export function functionChanges(before: Service | null, after: Service): readonly FunctionChange[] {
  if (before === null) return []
  const handlers = before.handlers.flatMap((was) => {
    const is = after.handlers.find(({ kind, name }) => kind === was.kind && name === was.name)
    const effects =
      is === undefined ? [removalEffect(was, before, after)] : effectsOf({ was, is }, before, after)
    return effects.map(({ change, word }) => ({ name: was.name, file: was.file, change, word }))
  })
  const removed = (before.actions ?? []).filter((was) => after.actions.every(({ name }) => name !== was.name))
  const actions = removed.map(({ id, method, path, name, file }) => ({
    name,
    file,
    change: after.routes.some((route) => route.method === method && route.path === path)
      ? `is no longer called, because the service answers ${id} from stored items`
      : `is no longer called, because the API no longer has ${id}`,
    word: null,
  }))
  const schemes = externalSchemes(before)
    .filter((was) => externalSchemes(after).every(({ name }) => name !== was.name))
    .map(({ name, file }) => ({
      name,
      file,
      change: 'is no longer called, because no operation uses this scheme',
      word: null,
    }))
  return [...handlers, ...actions, ...schemes]
}

type Effect = Pick<FunctionChange, 'change' | 'word'>

function removalEffect(was: Handler, before: Service, after: Service): Effect {
  const successor = after.handlers.find(
    (is) =>
      is.kind === was.kind &&
      !before.handlers.some(({ kind, name }) => kind === is.kind && name === is.name) &&
      is.uses.some((use) => isIn(was.uses, formerUse(is, use, before, after))),
  )
  const change =
    successor === undefined
      ? 'is no longer called'
      : `is no longer called; ${successor.name} is called instead`
  return { change, word: null }
}

function effectsOf(
  { was, is }: { readonly was: Handler; readonly is: Handler },
  before: Service,
  after: Service,
): readonly Effect[] {
  const uses = is.uses.map((use) => ({ use, former: formerUse(is, use, before, after) }))
  const kept = uses.map(({ former }) => former)
  const left = was.uses.filter((use) => !isIn(kept, use))
  const added = uses.filter(({ former }) => !isIn(was.uses, former))
  return [
    ...left.map((use) => ({
      change: `is no longer called for ${useText(use)}`,
      word: is.uses.some(({ on }) => on === use.on) ? null : use.on,
    })),
    ...added.map(({ use }) => ({ change: `is now also called for ${useText(use)}`, word: null })),
    ...servedModels(after, is).flatMap((model) => {
      const old = formerModel(before, model.id, after)
      return old === undefined ? [] : modelEffects({ service: before, model: old }, { service: after, model })
    }),
  ]
}

/** Returns a use of a function with the names that its model and field had in the last run. */
function formerUse(
  { kind }: Handler,
  { model: id, on }: HandlerUse,
  before: Service,
  after: Service,
): HandlerUse {
  const model = after.models.find((each) => each.id === id)
  const old = model && formerModel(before, model.id, after)
  if (model === undefined || old === undefined) return { model: id, on }
  return {
    model: old.id,
    on: kind === 'handler' ? on : formerName(on, old, { service: after, model }),
  }
}

function isIn(uses: readonly HandlerUse[], { model, on }: HandlerUse): boolean {
  return uses.some((use) => use.model === model && use.on === on)
}

function useText({ model, on }: HandlerUse): string {
  return model === null ? on : `${model} ${on}`
}

/** Returns the models whose items a function receives; for a principal, also those of the routes with its ACLs. */
function servedModels({ models, routes }: Service, { kind, uses }: Handler): readonly Model[] {
  const names =
    kind === 'principal'
      ? [
          ...routes
            .filter(({ acl }) => uses.some(({ model, on }) => model === null && on === acl))
            .map(({ model }) => model),
          ...uses.map(({ model }) => model),
        ]
      : uses.map(({ model }) => model)
  return models.filter(({ id }) => names.includes(id))
}

function modelEffects(before: Owned, after: Owned): readonly Effect[] {
  const { id } = after.model
  const rename =
    before.model.id === id ? [] : [{ change: `${before.model.id} was renamed to ${id}`, word: null }]
  return [...rename, ...fieldEffects(before, after)]
}

function fieldEffects(before: Owned, after: Owned): readonly Effect[] {
  const now = formsOf(after.model, (target) => target)
  const old = formsOf(before.model, (target) => currentModel(target, after.service))
  return [...old].flatMap(([name, form]) => {
    const fullName = `${after.model.id}.${name}`
    const newForm = now.get(name)
    if (newForm === form) return []
    if (newForm !== undefined)
      return [{ change: `${fullName} changed from ${form} to ${newForm}`, word: name }]
    const newName = renamed(name, after)
    return [
      {
        change: newName === null ? `${fullName} was removed` : `${fullName} was renamed to ${newName}`,
        word: name,
      },
    ]
  })
}

/** Returns a description of the values of each field in documents. `nameOf` is the current name of a model. */
function formsOf(
  { fields, relations }: Model,
  nameOf: (model: string) => string,
): ReadonlyMap<string, string> {
  const columns = fields.filter(({ type }) => type !== 'foreign_key')
  return new Map([
    ...columns.map((field) => [field.name, typeText(field)] as const),
    ...relations.map(
      ({ name, many, target }) => [name, `${many ? 'a list of' : 'one'} ${nameOf(target)}`] as const,
    ),
  ])
}

function renamed(name: string, { service, model }: Owned): string | null {
  const field = model.fields.find(({ renamedFrom }) => renamedFrom === name)
  const relation = service.relations.find(
    ({ from, renamedFrom }) => from === model.id && renamedFrom === name,
  )
  return field?.name ?? relation?.field ?? null
}
