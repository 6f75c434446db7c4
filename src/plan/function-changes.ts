import type { Handler, HandlerUse, Model, RelationEnd, Service } from '../ir/index.js'

/** A change that affects a user-defined function (SPEC 2, `plan`). */
export interface FunctionChange {
  readonly name: string
  /** The stub: `src/handlers/lowercase-title.ts`. */
  readonly file: string
  /** A description: `Story.title was removed`. */
  readonly change: string
  /** The field or tag whose use in the code is affected, or null if the whole function is affected. */
  readonly word: string | null
}

/**
 * Returns the changes that affect functions: removed calls, added calls, and changed fields of the items that functions
 * receive. Returns no changes if there is no previous run.
 */
export function functionChanges(before: Service | null, after: Service): readonly FunctionChange[] {
  const handlers = (before?.handlers ?? []).flatMap((was) => {
    const is = after.handlers.find(({ kind, name }) => kind === was.kind && name === was.name)
    const effects =
      is === undefined ? [removalEffect(was, before, after)] : effectsOf({ was, is }, before, after)
    return effects.map(({ change, word }) => ({ name: was.name, file: was.file, change, word }))
  })
  const removed = (before?.actions ?? []).filter((was) =>
    after.actions.every(({ name }) => name !== was.name),
  )
  const actions = removed.map(({ id, name, file }) => ({
    name,
    file,
    change: `is no longer called, because the API no longer has ${id}`,
    word: null,
  }))
  return [...handlers, ...actions]
}

type Effect = Pick<FunctionChange, 'change' | 'word'>

function removalEffect(was: Handler, before: Service | null, after: Service): Effect {
  const successor = after.handlers.find(
    ({ kind, name, uses }) =>
      kind === was.kind &&
      before?.handlers.some((old) => old.kind === kind && old.name === name) === false &&
      uses.some((use) => was.uses.some((old) => isSameUse(use, old))),
  )
  const change =
    successor === undefined
      ? 'is no longer called'
      : `is no longer called; ${successor.name} is called instead`
  return { change, word: null }
}

function effectsOf(
  { was, is }: { readonly was: Handler; readonly is: Handler },
  before: Service | null,
  after: Service,
): readonly Effect[] {
  const left = was.uses.filter((use) => !is.uses.some((other) => isSameUse(use, other)))
  const added = is.uses.filter((use) => !was.uses.some((other) => isSameUse(use, other)))
  const models = servedModels(after, is)
  return [
    ...left.map((use) => ({
      change: `is no longer called for ${useText(use)}`,
      word: is.uses.some(({ on }) => on === use.on) ? null : use.on,
    })),
    ...added.map((use) => ({ change: `is now also called for ${useText(use)}`, word: null })),
    ...(before?.models ?? []).flatMap((old) => {
      const model = models.find(({ id }) => id === old.id)
      return model === undefined
        ? []
        : fieldEffects({ service: before, model: old }, { service: after, model })
    }),
  ]
}

function isSameUse(a: HandlerUse, b: HandlerUse): boolean {
  return a.model === b.model && a.on === b.on
}

function useText({ model, on }: HandlerUse): string {
  return model === null ? on : `${model} ${on}`
}

/**
 * Returns the models whose items a function receives. For a principal, this includes the models of routes whose ACLs
 * use the principal.
 */
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

interface Owned {
  readonly service: Service | null
  readonly model: Model
}

function fieldEffects(before: Owned, after: Owned): readonly Effect[] {
  const now = formsOf(after.model)
  return [...formsOf(before.model)].flatMap(([name, form]) => {
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

/** Returns a description of the values that each field has in documents. */
function formsOf({ fields, relations }: Model): ReadonlyMap<string, string> {
  const columns = fields.filter(({ type }) => type !== 'foreign_key')
  return new Map([
    ...columns.map(
      ({ name, type, constraints: { itemType } }) =>
        [name, itemType === null ? type : `${type} of ${itemType}`] as const,
    ),
    ...relations.map((end) => [end.name, relationForm(end)] as const),
  ])
}

function relationForm({ target, many }: RelationEnd): string {
  return many ? `a list of ${target}` : `one ${target}`
}

function renamed(name: string, { service, model }: Owned): string | null {
  const field = model.fields.find(({ renamedFrom }) => renamedFrom === name)
  const relation = service?.relations.find(
    ({ from, renamedFrom }) => from === model.id && renamedFrom === name,
  )
  return field?.name ?? relation?.field ?? null
}
