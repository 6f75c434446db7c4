import { type Field, type FieldType, type JsonSchema, type Service, VALUE_TRAITS } from '../../../ir/index.js'
import { modelOf } from '../../../ir/lookup.js'

/** Returns the TypeScript type of keys, which includes `string` if a number cannot represent all keys. */
export function keyTypeScript(service: Service, type: FieldType): string {
  return keyForms(service, type).join(' | ')
}

function keyForms(service: Service, type: FieldType): readonly ('number' | 'string')[] {
  if (type === 'id_field') return service.engine === 'svc_sqla' ? ['number'] : ['string']
  if (type === 'big_integer') return ['number', 'string']
  return VALUE_TRAITS[type].kind === 'number' ? ['number'] : ['string']
}

/** Returns the JSON schema of a stored value, as returned by repositories. */
export function valueSchema(service: Service, field: Field): JsonSchema {
  return baseSchema(service, field.type, field.json, field.constraints.itemType)
}

function baseSchema(
  service: Service,
  type: FieldType,
  json: JsonSchema,
  itemType: FieldType | null,
): JsonSchema {
  switch (type) {
    case 'id_field':
      return { type: service.engine === 'svc_sqla' ? 'integer' : 'string' }
    case 'integer':
    case 'small_integer':
    case 'interval':
      return { type: 'integer' }
    case 'float':
      return { type: 'number' }
    case 'big_integer':
      return { type: ['integer', 'string'] }
    case 'decimal':
      return { type: isText(json) ? 'string' : ['number', 'string'] }
    case 'boolean':
      return { type: 'boolean' }
    case 'list':
      return {
        type: 'array',
        items: itemType === null ? {} : baseSchema(service, itemType, {}, null),
      }
    case 'dict':
      return { type: 'object', additionalProperties: true, ...pick(json, ['properties', 'required']) }
    case 'pickle':
      return {}
    case 'choice':
    case 'string':
    case 'text':
    case 'date':
    case 'datetime':
    case 'time':
    case 'binary':
    case 'foreign_key':
      return { type: 'string' }
  }
}

/** Returns whether the schema accepts text but not numbers. */
export function isText({ type }: JsonSchema): boolean {
  const types = [type].flat()
  return types.includes('string') && !types.includes('number') && !types.includes('integer')
}

function pick(json: JsonSchema, names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.flatMap((name) => (json[name] === undefined ? [] : [[name, json[name]]])))
}

/** Returns the type of a model's key. */
export function keyTypeOf(service: Service, id: string): FieldType {
  const model = modelOf(service, id)
  return model.fields.find((field) => field.name === model.key)?.type ?? 'string'
}
