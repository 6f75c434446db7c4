import { HANDLER_KINDS } from '../../ir/index.js'
import { functionActions } from '../../ir/lookup.js'
import { readVersion } from '../../version.js'
import type { EmitInput } from '../outputs.js'
import { commentLine } from '../literal.js'
import { formTypes, MULTIPART, URLENCODED } from './actions.js'
import { type ReadmeView, readmeView } from './readme.js'

/** The view for all scaffold files. */
export interface ScaffoldView extends ReadmeView {
  /** A name that is valid for a package, a Docker image and a database. */
  readonly name: string
  readonly title: string
  /** A JSON string. */
  readonly descriptionJson: string
  readonly basePath: string
  readonly sql: boolean
  readonly mongodb: boolean
  readonly auth: boolean
  /** The value of `auth` in a new service.ini. */
  readonly authDefault: boolean
  /** The settings that contain secrets, with any values found in the RAML file. */
  readonly secrets: readonly { readonly key: string; readonly value: string | null }[]
  readonly handlers: boolean
  /** The folders that contain the functions to which schemas and access rules refer, such as `src/handlers/`. */
  readonly folders: readonly string[]
  /** Whether the service has user-defined functions of any kind, including custom actions. */
  readonly functions: boolean
  readonly hasActions: boolean
  /** Whether custom actions accept forms, which require Fastify plugins. */
  readonly formbody: boolean
  readonly multipart: boolean
  /** Whether any model has a full-text index. */
  readonly indexesWords: boolean
  /** Paths relative to the root of the repository, as YAML strings. */
  readonly api: string
  readonly project: string
  readonly isSubfolder: boolean
  /** The version of svcgen. */
  readonly version: string
}

/** Returns the view for all scaffold files. Only service.ini contains the secrets from the RAML file. */
export function scaffoldView({
  service,
  secrets,
  paths,
}: Pick<EmitInput, 'service' | 'secrets' | 'paths'>): ScaffoldView {
  const { name, title, basePath, engine, auth } = service
  const keys = auth?.ticket ? [auth.ticket.secretSetting] : []
  return {
    name,
    title: commentLine(title),
    descriptionJson: JSON.stringify(commentLine(title)),
    basePath,
    sql: engine === 'svc_sqla',
    mongodb: engine === 'svc_mongodb',
    auth: auth !== null,
    authDefault: auth?.enabledByDefault === true,
    secrets: keys.map((key) => ({ key, value: secrets.get(key) ?? null })),
    handlers: service.handlers.some(({ kind }) => kind === 'handler'),
    api: workflowText(paths.api),
    project: workflowText(paths.project),
    isSubfolder: paths.project !== '.',
    version: readVersion(),
    indexesWords: service.models.some(({ fields }) =>
      fields.some(({ constraints }) => constraints.words === true),
    ),
    functions: service.handlers.length + functionActions(service).length > 0,
    folders: HANDLER_KINDS.filter((kind) => service.handlers.some((handler) => handler.kind === kind)).map(
      (kind) => `src/${kind}s/`,
    ),
    hasActions: functionActions(service).length > 0,
    formbody: formTypes(service).has(URLENCODED),
    multipart: formTypes(service).has(MULTIPART),
    ...readmeView(service),
  }
}

/** Returns a string for a GitHub workflow. Escapes `${{ … }}`, which GitHub would evaluate. */
function workflowText(text: string): string {
  return JSON.stringify(text.replaceAll('${{', "${{ '${{' }}"))
}
