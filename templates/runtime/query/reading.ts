import type { ModelSpec } from '../model.js'
import type { Caller, QueryLimits } from './caller.js'
import type { Faults } from './faults.js'
import type { Target, Targets } from './targets.js'

/** One query being read. */
export interface QueryReading {
  readonly model: ModelSpec
  readonly targets: Targets
  readonly limits: QueryLimits
  readonly caller: Caller
  readonly faults: Faults
}

/**
 * What the name in a parameter stands for. Undefined, with the fault noted, for what the model does not have, what is not stored, and what the
 * caller may not see.
 */
export function resolve(reading: QueryReading, parameter: string, name: string): Target | undefined {
  const { model, targets, faults } = reading
  const backref = Object.hasOwn(model.foreignKeys, name) ? model.foreignKeys[name] : undefined
  if (backref !== undefined) {
    faults.add(parameter, `"${name}" is a foreign key: use "${backref}" instead`)
    return undefined
  }
  const target = targets.get(name)
  if (target === undefined) {
    const message = `${model.name} has no field "${name.slice(0, 100)}"`
    faults.addUnknown(parameter, message, name, visibleNames(reading))
    return undefined
  }
  if (!sees(reading, target)) {
    faults.hide(parameter, name)
    return undefined
  }
  if (target.kind === 'virtual') {
    faults.add(parameter, `"${name}" is not stored, so there is nothing to ask for`)
    return undefined
  }
  return target
}

/** Whether the caller may see all that the name leads over; where that is other items, whether there are any for the caller. */
export function sees({ caller }: QueryReading, { sees: fields, via, model }: Target): boolean {
  return (
    (via === null || caller.mayView(model)) &&
    fields.every((seen) => caller.visible(seen.model)?.has(seen.field) ?? true)
  )
}

function* visibleNames(reading: QueryReading): Generator<string> {
  for (const target of reading.targets.values())
    if (target.kind !== 'virtual' && sees(reading, target)) yield target.name
}
