import type { Model, Relation, RelationEnd, Service } from '../ir/index.js'
import type { ApiChange } from './api-change.js'

interface Owned {
  readonly service: Service
  readonly model: Model
}

/** Relations of one model that are new, gone, of another form, or that must be given now. */
export function relationChanges(before: Owned, after: Owned): readonly ApiChange[] {
  const old = new Map(before.model.relations.map((end) => [end.name, end]))
  const now = new Map(after.model.relations.map((end) => [end.name, end]))
  const where = (name: string): string => `${after.model.id}.${name}`
  return [
    ...[...old.keys()]
      .filter((name) => !now.has(name))
      .map((name) => ({ change: 'removed', breaking: true, where: where(name) })),
    ...[...now].flatMap(([name, end]) => {
      const was = old.get(name)
      const must = isRequired(end, after.service)
      if (was === undefined)
        return [{ change: must ? 'added, and required' : 'added', breaking: must, where: where(name) }]
      return [
        ...formChange(was, end, where(name)),
        ...requiredChange(isRequired(was, before.service), must, where(name)),
      ]
    }),
  ]
}

function formChange(before: RelationEnd, after: RelationEnd, where: string): readonly ApiChange[] {
  if (before.target !== after.target) {
    return [{ change: `names a ${after.target}, no longer a ${before.target}`, breaking: true, where }]
  }
  if (before.many === after.many) return []
  return [{ change: after.many ? 'is a list now' : 'is no list any more', breaking: true, where }]
}

function requiredChange(before: boolean, after: boolean, where: string): readonly ApiChange[] {
  if (before === after) return []
  return [{ change: after ? 'is required now' : 'is no longer required', breaking: after, where }]
}

function isRequired({ relation, side }: RelationEnd, { relations }: Service): boolean {
  const found: Relation | undefined = relations.find(({ id }) => id === relation)
  return side === 'holder' && found?.required === true
}
