import { type QueryReading, resolve } from './reading.js'

/** What every document carries, whatever is asked for. */
const ALWAYS: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

/** Reads `_fields=a,b` (only these) and `_fields=-c` (all but these); null: all. */
export function readProjection(reading: QueryReading, values: readonly string[]): ReadonlySet<string> | null {
  if (values.length === 0) return null
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  const wanted = new Set<string>()
  const unwanted = new Set<string>()
  for (const name of names) {
    const plain = name.replace(/^-/, '')
    if (ALWAYS.has(plain)) continue
    const target = resolve(reading, '_fields', plain)
    if (target?.via === null) (name.startsWith('-') ? unwanted : wanted).add(plain)
    else if (target !== undefined) reading.faults.add('_fields', `"${plain}" is a field of another document`)
  }
  const onlyThese = names.some((name) => !name.startsWith('-'))
  return new Set([...(onlyThese ? wanted : ownNames(reading))].filter((name) => !unwanted.has(name)))
}

function ownNames({ targets }: QueryReading): string[] {
  return [...targets.values()].filter(({ via }) => via === null).map(({ name }) => name)
}
