import type { FastifyRequest } from 'fastify'
import type { Resource, Within } from '../http/resource.js'
import { isKey } from '../repository/parts.js'
import { parseValue } from '../values/values.js'

/**
 * Returns the values that path parameters select items by.
 * @param parameters the names of the parameters by field
 * @throws NotFound if no item can have a value
 */
export function scopeOf(
  resource: Resource,
  { params }: FastifyRequest,
  parameters: Readonly<Record<string, string>>,
): Within {
  return Object.fromEntries(
    Object.entries(parameters).map(([field, parameter]) => {
      const parsed = parseValue(
        resource.model.fields[field] ?? { type: 'string' },
        String(Object(params)[parameter]),
      )
      if (!parsed.ok || !isKey(parsed.value)) throw resource.missing()
      return [field, parsed.value]
    }),
  )
}
