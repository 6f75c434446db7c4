import type { Auth, HandlerKind, Model, Service } from '../../ir/index.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { externalSchemes, functionActions, modelOf } from '../../ir/lookup.js'
import { valuesTypes } from './model/model-types.js'
import { freeType, type Imports } from '../imports.js'
import { proseNames } from '../../naming/phrases.js'
import { knowsCallers } from '../../access/row-rules.js'
import { choiceNames } from '../../naming/emitted/choices.js'

/** Returns the view for files that only list the models, such as the model table. */
export function modelNamesView({ models }: Service): object {
  return { models: models.map(({ id, names }) => ({ ...names, name: propertyKey(id) })) }
}

/** Returns the view for `repositories/index.ts`. */
export function repositoriesView(service: Service, imports: Imports): object {
  const { auth } = service
  const users = auth === null || !knowsCallers(service) ? null : modelOf(service, auth.model)
  return {
    ...modelNamesView(service),
    rules:
      auth === null || users === null
        ? null
        : {
            type: users.names.type,
            file: users.names.file,
            user: callerType(users, auth, imports),
            users: literal(auth.model),
            groups: literal(auth.fields.groups),
            ownAcls: auth.databaseAcls === true,
          },
  }
}

function callerType({ names }: Model, { fields }: Auth, imports: Imports): string {
  return `${imports.use('Omit')}<${names.type}, ${literal(fields.password)}>`
}

/** The error classes that `index.ts` exports. */
const ERRORS = [
  'BadRequest',
  'Conflict',
  'ConstraintViolation',
  'Forbidden',
  'HttpError',
  'NotFound',
  'ReferenceViolation',
  'Unauthorized',
  'UniqueViolation',
  'UnprocessableEntity',
]

/** The functions whose stubs throw `NotImplemented`. */
const UNFINISHED: ReadonlySet<HandlerKind> = new Set(['list filter', 'error body'])

/** Returns the view for `index.ts`, from which user code imports. */
export function exportsView(service: Service, imports: Imports): object {
  const actions = functionActions(service).length > 0
  const stubs =
    actions ||
    externalSchemes(service).length > 0 ||
    service.handlers.some(({ kind }) => UNFINISHED.has(kind))
  return {
    actions,
    components: Object.keys(service.schemas ?? {}).length > 0,
    stubs,
    errors: ERRORS.map((name) => imports.exported(name)).join(', '),
    models: service.models.map((model) => ({
      ...model.names,
      choiceTypes: model.fields.flatMap((field) => choiceNames(service, field)?.type ?? []),
      choiceLists: model.fields.flatMap((field) => choiceNames(service, field)?.list ?? []).join(', '),
      readOnly: valuesTypes(model).includes(`${model.names.type}ReadOnly`),
    })),
  }
}

/** Returns the view for `repositories/<name>.ts`. */
export function repositoryView(service: Service, model: Model): object {
  return { ...model.names, many: proseNames(model).many, rules: knowsCallers(service) }
}

/** Returns the view for `events.ts`: the event types of all models. Users are items of the auth model. */
export function eventsView(service: Service, imports: Imports): object {
  const { auth } = service
  const users = auth === null ? null : modelOf(service, auth.model)
  return {
    models: service.models.map(({ id, names, additionalProperties }) => ({
      name: propertyKey(id),
      type: names.type,
      file: names.file,
      types: id === auth?.model ? `${names.type}, ${names.type}Types` : `${names.type}Types`,
      known: additionalProperties ? `${names.type}Types & ${imports.use('OpenModel')}` : `${names.type}Types`,
    })),
    tag: freeType(service, 'Tag'),
    user: auth === null || users === null ? 'never' : callerType(users, auth, imports),
    // Used in an example.
    first: commentLine(service.models[0]?.id ?? ''),
  }
}
