import { DIALECT_NAMES, DIALECTS } from '../../../templates/runtime/spec/dialects.js'
import { FEATURE_NAMES, FEATURES, featuresOf } from '../../features.js'
import { externalSchemes, functionActions, hasFullText, oauthSchemes } from '../../ir/lookup.js'
import { ownPaths } from '../../ir/own-paths.js'
import { readVersion } from '../../version.js'
import type { EmitInput } from '../files.js'
import { freeType } from '../imports.js'
import { commentLine, markdownLine, urlPath } from '../literal.js'
import { packagesOf } from '../packages.js'
import { openApiSpelling } from '../../naming/openapi-spelling.js'
import { listed } from '../../naming/phrases.js'
import { readmeView } from './readme.js'

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
}: Pick<EmitInput, 'service' | 'secrets' | 'paths'>): object {
  const { name, title, basePath, auth, features, schemas } = service
  const openapi = schemas !== undefined
  const keys = Object.fromEntries(SCHEMA_KEYS.map((key) => [key, openapi ? openApiSpelling(key) : key]))
  const own = ownPaths(service)
  const others = FEATURE_NAMES.filter((feature) => !features.includes(feature))
  const secretKeys = auth?.ticket ? [auth.ticket.secretSetting] : []
  return {
    // Valid as the name of a package, a Docker image and a database.
    name,
    title: markdownLine(title),
    descriptionJson: JSON.stringify(commentLine(title)),
    basePath: urlPath(basePath),
    paths: Object.fromEntries(Object.entries(own).map(([kind, path]) => [kind, urlPath(path)])),
    ...dialectTexts(),
    authDefault: auth?.enabledByDefault === true,
    secrets: secretKeys.map((key) => ({ key, value: secrets.get(key) ?? null })),
    handlers: service.handlers.some(({ kind }) => kind === 'handler'),
    source: openapi ? 'OpenAPI document' : 'RAML file',
    settingValues: freeType(service, 'SettingValues'),
    // The keys of schemas that the README mentions, spelled as in the input.
    keys,
    api: workflowText(paths.api),
    project: workflowText(paths.project),
    isSubfolder: paths.project !== '.',
    version: readVersion(),
    indexesWords: hasFullText(service),
    folders: [...new Set(service.handlers.map(({ file }) => file.slice(0, file.lastIndexOf('/') + 1)))],
    hasSchemes: externalSchemes(service).length > 0,
    // The schemes whose tokens identity providers can issue.
    providers: oauthSchemes(service).map(({ name: scheme, setting, file }) => ({
      scheme: commentLine(scheme),
      setting,
      file,
    })),
    hasActions: functionActions(service).length > 0,
    featureList:
      features.length === 0
        ? ''
        : `${features.length === 1 ? 'feature' : 'features'} ${listed(features.map((feature) => `\`${feature}\``))}`,
    // A feature that the service can have and does not have.
    exampleFeature: `\`${others.find((feature) => featuresOf(service, [feature]).includes(feature)) ?? 'data'}\``,
    // The files of your code that features load.
    featureFiles: features.flatMap((feature) => FEATURES[feature].yours ?? []),
    scripts: features.flatMap((feature) => FEATURES[feature].script ?? []),
    ...packagesOf(service),
    ...readmeView(service),
  }
}

/** Returns what `service.ini` says about the SQL dialects. */
export function dialectTexts(): { readonly databaseUrls: string; readonly manualDialects: string } {
  const manual = DIALECT_NAMES.filter((name) => DIALECTS[name].migrate === 'manual')
  return {
    databaseUrls: listed(
      DIALECT_NAMES.map((name) => DIALECTS[name].forms[0] ?? ''),
      'or',
    ),
    manualDialects: listed(manual.map((name) => DIALECTS[name].title)),
  }
}

/** Returns a string for a GitHub workflow. Escapes `${{ … }}`, which GitHub would evaluate. */
function workflowText(text: string): string {
  return JSON.stringify(text.replaceAll('${{', "${{ '${{' }}"))
}
