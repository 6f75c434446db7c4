import { readVersion } from '../../version.js'
import type { EmitInput } from '../outputs.js'
import { commentLine } from '../literal.js'

/** What the templates of the scaffold print. */
export interface ScaffoldView {
  /** Fit for package.json, a Docker tag and a database. */
  readonly name: string
  readonly title: string
  /** A JSON string. */
  readonly descriptionJson: string
  readonly basePath: string
  readonly sql: boolean
  readonly mongodb: boolean
  readonly auth: boolean
  /** What `auth` is in a new service.ini. */
  readonly authDefault: boolean
  /** Keys of secrets; those that stand in the RAML with their value. */
  readonly secrets: readonly { readonly key: string; readonly value: string | null }[]
  readonly handlers: boolean
  /** Paths from the root of the repository, as texts of YAML. */
  readonly api: string
  readonly project: string
  readonly isSubfolder: boolean
  /** The version of svcgen. */
  readonly version: string
}

/** The view of all files of the scaffold. Secrets that stand in the RAML go to service.ini, and nowhere else (SPEC 10). */
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
  }
}

/** A string in a workflow of GitHub, which would evaluate `${{ … }}` in it. */
function workflowText(text: string): string {
  return JSON.stringify(text.replaceAll('${{', "${{ '${{' }}"))
}
