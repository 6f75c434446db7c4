import { MAX_PATH_LENGTH } from '../../api/path-length.js'
import type { Collector } from '../../diagnostics/collector.js'
import { entryOf, valueOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'
import { entriesIn, itemsIn, textAt, textOf } from './values.js'

/** Returns the path of the first server, which is the prefix of all routes: `/v1`, or an empty string. */
export function basePathOf(servers: Node | undefined, collector: Collector): string {
  const server = itemsIn(servers)[0]
  const entry = server === undefined ? undefined : entryOf(server, 'url')
  const url = textOf(entry?.value)
  if (server === undefined || entry === undefined || url === null) return ''
  const resolved = url.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const variable = entriesIn(valueOf(server, 'variables')).find(({ key }) => key === name)?.value
    const value = variable && (textAt(variable, 'default') ?? textOf(itemsIn(valueOf(variable, 'enum'))[0]))
    if (value !== undefined && value !== null) return value
    collector.report('SVC8050', {
      message: `The variable "${name}" in the URL of the server has no default; it is left out`,
      at: entry.value.at,
      help: `Add "variables: { ${name}: { default: … } }"`,
    })
    return ''
  })
  const path = pathOf(resolved.trim())
  if (path.length <= MAX_PATH_LENGTH) return path
  collector.report('SVC2018', {
    message: `The path of this server is longer than ${MAX_PATH_LENGTH} characters`,
    at: entry.value.at,
    help: 'Use fewer or shorter segments',
  })
  return ''
}

/** Returns the path of a URL without a trailing slash. */
function pathOf(url: string): string {
  const [whole = ''] = url.split(/[?#]/)
  const path = whole.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  return segments.map((segment) => `/${segment}`).join('')
}
