import type { Api, NamedSchema } from '../api/api.js'
import type { Collector } from '../diagnostics/collector.js'
import { Components } from '../schema/components.js'
import { entryOf, valueOf } from '../schema/node.js'
import type { MapNode } from '../source/node.js'
import { OPENAPI_LIMITS } from '../source/limits.js'
import { Sources } from '../source/sources.js'
import { withoutAdded } from './document/added.js'
import { bundled } from './bundle.js'
import { checkDocument } from './document/check.js'
import { Kept } from './document/kept.js'
import { References } from './document/references.js'
import { spellingIn } from './document/own-keys.js'
import { basePathOf } from './document/servers.js'
import { textAt } from './document/values.js'
import { type Version, versionOf } from './document/version.js'
import { readPaths } from './operations/paths.js'
import { type Context, convertKept } from './schemas/context.js'
import { SharedSchemas } from './schemas/shared.js'
import { Security } from './security/security.js'

interface OpenApiRead {
  /** The API without the parts that have errors, or null if the document is unusable. */
  readonly api: Api | null
  /** The absolute paths of all files that were read or looked for. These are the files to watch. */
  readonly files: readonly string[]
}

/**
 * Reads an OpenAPI 3.0 or 3.1 document in YAML or JSON and the files that it refers to. Reports problems to the
 * collector; does not throw on invalid input.
 * @param path the path of the document, absolute or relative to the working directory
 * @param options `includeRoot` is an additional folder from which files may be referred to, or null
 */
export function readOpenApi(
  path: string,
  { includeRoot, collector }: { readonly includeRoot: string | null; readonly collector: Collector },
): OpenApiRead {
  const sources = new Sources(path, includeRoot, collector, OPENAPI_LIMITS)
  const file = sources.readRoot(path)
  if (file !== null) collector.spelling = spellingIn(file.text)
  const root = file && sources.parseDocument(file)
  const version = file === null || root === null ? null : versionOf(root, file, collector)
  const api = root?.kind !== 'map' || version === null ? null : readRoot(withoutAdded(root), version, sources)
  return { api, files: sources.files }
}

function readRoot(root: MapNode, version: Version, sources: Sources): Api {
  const { collector } = sources
  const { file } = root.at
  const references = new References(sources, root)
  const reading = { version, references, collector }
  checkDocument(root, reading)
  const declared = valueOf(valueOf(root, 'components') ?? root, 'schemas')
  const schemas = new SharedSchemas(declared, root.at, reading)
  const components = new Components(schemas.map, collector)
  const kept = new Kept(references, (node) => convertKept(node, { schemas, components }), collector)
  const context: Context = { references, schemas, components, kept, collector }
  const named = namedSchemas(schemas)
  const security = new Security(root, context)
  const basePath = basePathOf(valueOf(root, 'servers'), collector)
  const info = entryOf(root, 'info')
  const title = info && entryOf(info.value, 'title')
  return {
    file,
    title: textAt(info?.value ?? root, 'title') ?? 'API',
    titleAt: title?.value.at ?? info?.keyAt ?? { file, start: 0, end: 0 },
    description: info === undefined ? null : textAt(info.value, 'description'),
    version: info === undefined ? null : textAt(info.value, 'version'),
    basePath,
    schemas: named,
    components,
    requiredByUse: version === '3.0' ? true : 'responses',
    securitySchemes: security.schemes,
    securedBy: security.securedBy,
    resources: readPaths(valueOf(root, 'paths'), basePath, security, context),
    document: bundled(root, references, (node) => schemas.nameOf(node)),
  }
}

function namedSchemas(schemas: SharedSchemas): ReadonlyMap<string, NamedSchema> {
  return new Map(
    schemas.declared.map(({ key: name, keyAt: nameAt, value }) => [
      name,
      { name, nameAt, source: schemas.sourceOf({ node: value, name }) },
    ]),
  )
}
