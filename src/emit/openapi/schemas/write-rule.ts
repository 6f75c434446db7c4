import { type Json, type Service, type WriteRule, isObject } from '../../../ir/index.js'
import { principalText } from '../../../access/write-rules.js'

/**
 * Adds a field's write rule to the field's schema: `readOnly` as a keyword, and other rules as a description. Who can write
 * the field is left out if the document does not describe access.
 */
export function withWriteRule(service: Service, schema: Json, declared: WriteRule | undefined): Json {
  if (declared === undefined || !isObject(schema)) return schema
  const describesAccess = service.schemas === undefined || service.describesAccess === true
  const rule = describesAccess ? declared : { ...declared, writableBy: null }
  const { description } = schema
  const sentences = [...(typeof description === 'string' ? [ended(description)] : []), ...sentencesOf(rule)]
  return {
    ...schema,
    ...(sentences.length === 0 ? {} : { description: sentences.join(' ') }),
    ...(rule.readOnly ? { readOnly: true } : {}),
  }
}

function sentencesOf({ readOnly, writeOnce, writableBy }: WriteRule): readonly string[] {
  if (readOnly) return []
  const create = writeOnce ? ['Can be set only on create.'] : []
  if (writableBy === null) return create
  const principals = writableBy.map(principalText).join(', ')
  const writers = `Writable only by these principals: ${principals}.`
  return [...create, principals === '' ? 'Not writable by clients.' : writers]
}

function ended(text: string): string {
  return /[.!?]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`
}
