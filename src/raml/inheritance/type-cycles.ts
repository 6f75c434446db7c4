import { valueOf } from '../../schema/node.js'
import { report, type Context } from '../context.js'

/** Reports resource types that inherit from themselves. The error is reported at the type that closes the cycle. */
export function reportTypeCycles(context: Context): void {
  const done = new Set<string>()
  for (const start of context.resourceTypes.byName.keys()) {
    const chain: string[] = []
    let name: string | null = start
    while (name !== null && !done.has(name)) {
      done.add(name)
      chain.push(name)
      const next: string | null = typeNameOf(name, context)
      if (next !== null && chain.includes(next))
        reportCycle([...chain.slice(chain.indexOf(next)), next], context)
      name = next
    }
  }
}

function typeNameOf(name: string, context: Context): string | null {
  const declared = context.resourceTypes.byName.get(name)?.value
  const type = declared?.kind === 'map' ? valueOf(declared, 'type') : undefined
  if (type?.kind === 'map') return type.entries[0]?.key ?? null
  return type?.kind === 'scalar' ? type.source : null
}

function reportCycle(names: readonly string[], context: Context): void {
  const last = context.resourceTypes.byName.get(names.at(-2) ?? '')
  if (last === undefined) return
  report(context, 'SVC2053', {
    message: `Resource type cycle: ${names.join(' → ')}`,
    at: last.nameAt,
    help: 'Remove "type" from one of the resource types',
  })
}
