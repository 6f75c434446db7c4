import type { Property } from '../schema/model-schema.js'
import type { HandlerSource } from './handlers.js'

/** Warns of processors that could never run: those of a back-reference where there is none, and those of fields that nobody writes (SPEC 8). */
export function reportIdleProcessors({ schemas, collector }: HandlerSource): void {
  for (const [model, { properties }] of schemas) {
    for (const property of properties.filter(hasProcessors)) {
      for (const { key, why } of idleKeys(property)) {
        collector.report('SVC6006', {
          message: `The "${key}" of ${model}.${property.name} never run: ${why}`,
          at: property.nameAt,
          help: 'Remove them, or move them to a field that is written',
        })
      }
    }
  }
}

function hasProcessors({ processors, backrefProcessors }: Property): boolean {
  return processors.length > 0 || backrefProcessors.length > 0
}

interface Idle {
  readonly key: string
  readonly why: string
}

function idleKeys({ settings, processors, backrefProcessors }: Property): readonly Idle[] {
  const type = settings?.type
  const isUnwritten = processors.length > 0 && (type === 'id_field' || type === 'foreign_key')
  const isNoRelationship = backrefProcessors.length > 0 && type !== 'relationship'
  return [
    ...(isUnwritten ? [{ key: '_processors', why: `nobody writes a field of type ${type}` }] : []),
    ...(isNoRelationship ? [{ key: '_backref_processors', why: 'it is no relationship' }] : []),
  ]
}
