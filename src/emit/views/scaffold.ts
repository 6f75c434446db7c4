import { FEATURE_NAMES, FEATURES, featuresOf } from '../../features.js'
import { externalSchemes, functionActions, hasFullText, oauthSchemes } from '../../ir/lookup.js'
import { ownPaths } from '../../ir/own-paths.js'
import { readVersion } from '../../version.js'
import type { EmitInput } from '../files.js'
import { commentLine } from '../literal.js'
import { hasFunctions } from './service.js'
import { type Packages, packagesOf } from '../packages.js'
import { hasTemplate, render } from '../templates.js'
import { openApiSpelling } from '../../naming/openapi-spelling.js'
import { listed } from '../../naming/phrases.js'
import { type ReadmeView, readmeView } from './readme.js'

/** The view for all scaffold files. */
export interface ScaffoldView extends ReadmeView, Packages {
  /** A name that is valid for a package, a Docker image and a database. */
  readonly name: string
  readonly title: string
  /** A JSON string. */
  readonly descriptionJson: string
  readonly basePath: string
  /** The full paths of the service's own endpoints. */
  readonly paths: ReturnType<typeof ownPaths>
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
  /** Whether functions check the credentials of security schemes. */
  readonly hasSchemes: boolean
  /** The schemes whose tokens identity providers can issue. */
  readonly providers: readonly { readonly scheme: string; readonly setting: string; readonly file: string }[]
  /** The features as a phrase in Markdown; empty if there are none. */
  readonly features: string
  /** A feature that the service can have and does not have, as Markdown. */
  readonly exampleFeature: string
  /** The files of your code that features load. */
  readonly featureFiles: readonly { readonly path: string; readonly about: string }[]
  readonly scripts: readonly { readonly name: string; readonly about: string }[]
  /** The settings of the features, as in service.ini. */
  readonly featureSettings: readonly string[]
  /** The sections of the README about the features. */
  readonly featureReadme: readonly string[]
  /** Whether any model has a full-text index. */
  readonly indexesWords: boolean
  /** What the project is generated from. */
  readonly source: 'RAML file' | 'OpenAPI document'
  readonly openapi: boolean
  /** The keys of schemas that the README mentions, spelled as in the {@link source}. */
  readonly keys: Readonly<Record<string, string>>
  /** Paths relative to the root of the repository, as YAML strings. */
  readonly api: string
  readonly project: string
  readonly isSubfolder: boolean
  /** The version of svcgen. */
  readonly version: string
}

const SCHEMA_KEYS = [
  '_backfill',
  '_backref_processors',
  '_db_settings',
  '_event_handlers',
  '_processors',
  '_renamed_from',
  '_row_rules',
  '_search',
]

/** Returns the view for all scaffold files. Only service.ini contains the secrets from the RAML file. */
export function scaffoldView({
  service,
  secrets,
  paths,
}: Pick<EmitInput, 'service' | 'secrets' | 'paths'>): ScaffoldView {
  const { name, title, basePath, engine, auth, features, schemas } = service
  const openapi = schemas !== undefined
  const keys = Object.fromEntries(SCHEMA_KEYS.map((key) => [key, openapi ? openApiSpelling(key) : key]))
  const own = ownPaths(service)
  const part = (template: string): readonly string[] =>
    features
      .map((feature) => `runtime/${feature}/${template}`)
      .filter(hasTemplate)
      .map((path) => render(path, { name, basePath, paths: own, keys }).trim())
  const others = FEATURE_NAMES.filter((feature) => !features.includes(feature))
  const secretKeys = auth?.ticket ? [auth.ticket.secretSetting] : []
  return {
    name,
    title: commentLine(title),
    descriptionJson: JSON.stringify(commentLine(title)),
    basePath,
    paths: own,
    sql: engine === 'svc_sqla',
    mongodb: engine === 'svc_mongodb',
    auth: auth !== null,
    authDefault: auth?.enabledByDefault === true,
    secrets: secretKeys.map((key) => ({ key, value: secrets.get(key) ?? null })),
    handlers: service.handlers.some(({ kind }) => kind === 'handler'),
    source: openapi ? 'OpenAPI document' : 'RAML file',
    openapi,
    keys,
    api: workflowText(paths.api),
    project: workflowText(paths.project),
    isSubfolder: paths.project !== '.',
    version: readVersion(),
    indexesWords: hasFullText(service),
    functions: hasFunctions(service),
    folders: [...new Set(service.handlers.map(({ file }) => file.slice(0, file.lastIndexOf('/') + 1)))],
    hasSchemes: externalSchemes(service).length > 0,
    providers: oauthSchemes(service).map(({ name: scheme, setting, file }) => ({
      scheme: commentLine(scheme),
      setting,
      file,
    })),
    hasActions: functionActions(service).length > 0,
    features:
      features.length === 0
        ? ''
        : `${features.length === 1 ? 'feature' : 'features'} ${listed(features.map((feature) => `\`${feature}\``))}`,
    exampleFeature: `\`${others.find((feature) => featuresOf(service, [feature]).includes(feature)) ?? 'data'}\``,
    featureFiles: features.flatMap((feature) => FEATURES[feature].yours ?? []),
    scripts: features.flatMap((feature) => FEATURES[feature].script ?? []),
    featureSettings: part('service.ini'),
    featureReadme: part('readme.md'),
    ...packagesOf(service),
    ...readmeView(service),
  }
}

/** Returns a string for a GitHub workflow. Escapes `${{ … }}`, which GitHub would evaluate. */
function workflowText(text: string): string {
  return JSON.stringify(text.replaceAll('${{', "${{ '${{' }}"))
}
