import { both, type Condition } from '../condition.js'
import type { ModelSpec, Models } from '../model.js'
import type { Reach } from './caller.js'

/** The condition for a caller: over relations, too, it finds nothing that the caller may not view (SPEC 11). */
export function withinReach(where: Condition, model: ModelSpec, models: Models, reach: Reach): Condition {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, of: where.of.map((part) => withinReach(part, model, models, reach)) }
    case 'not':
      return { ...where, of: withinReach(where.of, model, models, reach) }
    case 'related': {
      const other = models[model.relations[where.relation]?.model ?? '']
      if (other === undefined) throw new TypeError(`${model.name} has no relation ${where.relation}`)
      const viewed = reach.viewed(other)
      if (where.of === null) return { ...where, of: viewed }
      return { ...where, of: both(viewed, withinReach(where.of, other, models, reach)) }
    }
    case 'compare':
    case 'item':
    case 'text':
      return where
  }
}
