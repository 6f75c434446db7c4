import type { Service } from '../../ir/index.js'
import type { Newest } from '../../migrate/index.js'
import type { Lock } from './lock.js'

/** Matches a location in JSON, but not in strings, whose quotes are escaped, or a field named `loc`. */
const LOCATION = /"loc":\{"file":"(?:[^"\\]|\\.)*","line":\d+,"column":\d+\}/g
const NO_LOCATION = '"loc":{"file":"","line":0,"column":0}'

/**
 * Returns the JSON of the IR for the lock, with a placeholder for each location. With the locations, adding a line to
 * the RAML file would change much of the lock, and Git could not merge the locks from two branches.
 */
export function jsonWithoutLocations(service: Service): string {
  return JSON.stringify(service).replaceAll(LOCATION, NO_LOCATION)
}

/**
 * Returns the text of a lock. The lock has one line for each file and each node in the IR, so that Git can merge two
 * locks. It contains no locations, timestamps or absolute paths.
 */
export function lockText({ files, former, newest, service, ...head }: Lock): string {
  const entries = [
    ...Object.entries(head).map(([key, value]) => entry(key, JSON.stringify(value))),
    entry('service', serviceText(service)),
    ...(former === null ? [] : [entry('former', serviceText(former))]),
    ...(newest === null ? [] : [entry('newest', newestText(newest))]),
    entry(
      'files',
      lines(
        '[]',
        files.map(({ path, owner, hash, source, offered }) =>
          JSON.stringify({ path, owner, hash, source, offered }),
        ),
        '  ',
      ),
    ),
  ]
  return `${lines('{}', entries, '')}\n`
}

function newestText({ migration, before, renames }: Newest): string {
  const entries = [
    entry('migration', JSON.stringify(migration)),
    entry('before', before === null ? 'null' : serviceText(before)),
    entry('renames', JSON.stringify(renames)),
  ]
  return lines('{}', entries, '  ')
}

function serviceText(service: Service): string {
  const stored: Service = JSON.parse(jsonWithoutLocations(service))
  const entries = Object.entries(stored).map(([key, value]) => entry(key, longLines(value, '    ')))
  return lines('{}', entries, '  ')
}

const MAX_LENGTH = 1000

/** Returns JSON with values of up to 1,000 characters on one line, as fields, relations and routes are. */
function longLines(value: unknown, indent: string): string {
  const line = JSON.stringify(value)
  if (line.length <= MAX_LENGTH || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  if (Array.isArray(value))
    return lines(
      '[]',
      value.map((item) => longLines(item, inner)),
      indent,
    )
  const entries = Object.entries(value).map(([key, each]) => entry(key, longLines(each, inner)))
  return lines('{}', entries, indent)
}

function entry(key: string, text: string): string {
  return `${JSON.stringify(key)}: ${text}`
}

function lines([open = '', close = '']: string, texts: readonly string[], indent: string): string {
  if (texts.length === 0) return open + close
  return `${open}\n${indent}  ${texts.join(`,\n${indent}  `)}\n${indent}${close}`
}
