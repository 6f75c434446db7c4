import type { Auth, Model, Service } from '../../ir/index.js'
import { literal, propertyKey } from '../literal.js'
import { externalSchemes, functionActions, modelOf } from '../../ir/lookup.js'
import { choiceNames } from './model/choices.js'
import { valuesTypes } from './model/model-types.js'
import { knowsCallers } from './row-rules.js'
import { proseNames } from '../shared.js'
import { type FeatureCode, featureCode, useFeatures } from '../feature-code.js'
import { Imports } from '../imports.js'

interface NamedModel {
  readonly type: string
  readonly var: string
  readonly plural: string
  readonly file: string
}

/** The view for files that only list the models, such as the model table and the repositories. */
export interface ModelNamesView {
  readonly models: readonly (NamedModel & { readonly name: string })[]
}

export function modelNamesView(service: Service): ModelNamesView {
  return { models: service.models.map(({ id, names }) => ({ ...names, name: propertyKey(id) })) }
}

/** The view for `repositories/index.ts`. */
export interface RepositoriesView extends ModelNamesView {
  readonly sql: boolean
  readonly imports: Imports
  readonly at: FeatureCode
  /** The names of the auth model, and the type of a user, if rules restrict rows, or null. */
  readonly rules: {
    readonly type: string
    readonly file: string
    readonly user: string
    readonly users: string
    readonly groups: string
  } | null
}

export function repositoriesView(service: Service): RepositoriesView {
  const { auth } = service
  const users = auth === null || !knowsCallers(service) ? null : modelOf(service, auth.model)
  const imports = new Imports('repositories/index.ts', service)
  useFeatures(imports, service, ['repositories'])
  return {
    ...modelNamesView(service),
    sql: service.engine === 'svc_sqla',
    imports,
    at: featureCode(service),
    rules:
      auth === null || users === null
        ? null
        : {
            type: users.names.type,
            file: users.names.file,
            user: userType(users, auth),
            users: literal(auth.model),
            groups: literal(auth.fields.groups),
          },
  }
}

function userType({ names }: Model, { fields }: Auth): string {
  return `Omit<${names.type}, ${literal(fields.password)}>`
}

/** The error classes that `index.ts` exports. */
const ERRORS = [
  'ConstraintViolation',
  'ReferenceViolation',
  'UniqueViolation',
  'BadRequest',
  'Conflict',
  'Forbidden',
  'HttpError',
  'NotFound',
  'Unauthorized',
  'UnprocessableEntity',
]

/** The other exports of `index.ts`, whose names a model could also have. */
const OTHER_EXPORTS: ReadonlySet<string> = new Set([
  ...ERRORS,
  'Caller',
  'EventModels',
  'JobPayloads',
  'Json',
  'NotImplemented',
  'OpenModels',
  'RecordedJobs',
  'Repositories',
  'RowChange',
  'Settings',
  'SettingValues',
  'UploadedFile',
  'WaitingJob',
])

/** The view for `index.ts`: a model with the same name as another export is exported as `<Model>Item`. */
export interface ExportsView {
  readonly at: FeatureCode
  readonly actions: boolean
  /** Whether functions handle changed rows. */
  readonly changes: boolean
  /** Whether there are types of shared schemas. */
  readonly components: boolean
  readonly errors: string
  readonly models: readonly (NamedModel & {
    readonly exported: string
    /** The type names for the model's choices. `choiceLists` contains the names of the constants. */
    readonly choiceTypes: readonly string[]
    readonly choiceLists: string
    /** Whether the model has a type for its read-only values. */
    readonly readOnly: boolean
  })[]
}

/** Returns the view for the file from which user code imports. */
export function exportsView(service: Service): ExportsView {
  const actions = functionActions(service).length > 0
  const stubs = actions || externalSchemes(service).length > 0
  return {
    at: featureCode(service),
    actions,
    changes: service.changes !== undefined,
    components: Object.keys(service.schemas ?? {}).length > 0,
    errors: [...ERRORS, ...(stubs ? ['NotImplemented'] : [])].sort().join(', '),
    models: service.models.map((model) => {
      const { type } = model.names
      return {
        ...model.names,
        choiceTypes: model.fields.flatMap((field) => choiceNames(service, field)?.type ?? []),
        choiceLists: model.fields.flatMap((field) => choiceNames(service, field)?.list ?? []).join(', '),
        exported: OTHER_EXPORTS.has(type) ? `${type} as ${type}Item` : type,
        readOnly: valuesTypes(model).includes(`${type}ReadOnly`),
      }
    }),
  }
}

/** The view for `repositories/<name>.ts`. */
export interface RepositoryView extends NamedModel {
  /** The plural in prose: `user profiles`. */
  readonly many: string
}

export function repositoryView(_service: Service, model: Model): RepositoryView {
  return { ...model.names, many: proseNames(model).many }
}

/** The view for `events.ts`. */
export interface EventsView {
  readonly imports: Imports
  readonly at: FeatureCode
  readonly models: readonly {
    readonly name: string
    readonly type: string
    readonly file: string
    readonly types: string
    /** The type of the model in events: `StoryTypes`, or `StoryTypes & OpenModel` if it allows unknown properties. */
    readonly known: string
  }[]
  readonly open: boolean
  readonly hasUsers: boolean
  readonly user: string
  /** The name of a model, used in an example. */
  readonly first: string
}

/** Returns the view for the event types of all models. Users are items of the auth model. */
export function eventsView(service: Service): EventsView {
  const { auth } = service
  const user = auth === null ? null : modelOf(service, auth.model).names.type
  const imports = new Imports('events.ts', service)
  useFeatures(imports, service, ['testModels'])
  return {
    imports,
    at: featureCode(service),
    models: service.models.map(({ id, names, additionalProperties }) => ({
      name: propertyKey(id),
      type: names.type,
      file: names.file,
      types: names.type === user ? `${names.type}, ${names.type}Types` : `${names.type}Types`,
      known: additionalProperties ? `${names.type}Types & OpenModel` : `${names.type}Types`,
    })),
    open: service.models.some(({ additionalProperties }) => additionalProperties),
    hasUsers: auth !== null,
    user: auth === null ? 'never' : `Omit<${user}, ${literal(auth.fields.password)}>`,
    first: literal(service.models[0]?.id ?? ''),
  }
}
