import { readVersion } from '../../version.js'
import type { EmitInput } from '../outputs.js'
import { commentLine } from '../literal.js'
import { type ReadmeView, readmeView } from './readme.js'

/** What the templates of the scaffold print. */
export interface ScaffoldView extends ReadmeView {
  /** A valid name of a package, a Docker image and a database. */
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
  /** The settings of secrets, with those values that the RAML file contains. */
  readonly secrets: readonly { readonly key: string; readonly value: string | null }[]
  readonly handlers: boolean
  /** Whether schemas name functions of any kind. */
  readonly functions: boolean
  /** Whether a model has a full-text index. */
  readonly indexesWords: boolean
  /** Paths from the root of the repository, as strings of YAML. */
  readonly api: string
  readonly project: string
  readonly isSubfolder: boolean
  /** The version of svcgen. */
  readonly version: string
}

/** Returns the view of all files of the scaffold. Secrets in the RAML file are copied to service.ini and nowhere else. */
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
    functions: service.handlers.length > 0,
    ...readmeView(service),
  }
}

/** A string in a workflow of GitHub, which would evaluate `${{ … }}` in it. */
function workflowText(text: string): string {
  return JSON.stringify(text.replaceAll('${{', "${{ '${{' }}"))
}
