import { editorSchemaText } from '../schema/editor/editor-schema.js'
import { readSample } from '../version.js'

/** The path of the JSON schema that describes model schemas for editors. */
const SCHEMA = '.vscode/model-schema.json'

const settings = `{
  "json.schemas": [{ "fileMatch": ["/schemas/*.json"], "url": "./${SCHEMA}" }]
}
`

export type ApiFormat = 'raml' | 'openapi'

/**
 * Returns the files of the API in `samples/`, by path, with the API first. For RAML, they include VS Code settings for
 * validating model schemas.
 */
export function initFiles(title: string, format: ApiFormat): ReadonlyMap<string, string> {
  const isRaml = format === 'raml'
  const api = isRaml ? 'api.raml' : 'api.yaml'
  const schemas = ['schemas/user.json', 'schemas/story.json', 'schemas/publication.json']
  const seed = ['seed/User.ndjson', 'seed/Story.ndjson']
  const copied = ['svcgen.config.yaml', ...(isRaml ? schemas : []), ...seed]
  return new Map([
    [api, readSample(api).replace(/(?<=^ *title: ).*$/m, () => JSON.stringify(title))],
    ...copied.map((path) => [path, readSample(path)] as const),
    ...(isRaml
      ? ([
          [SCHEMA, editorSchemaText()],
          ['.vscode/settings.json', settings],
        ] as const)
      : []),
  ])
}
