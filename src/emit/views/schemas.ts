import type { Service } from '../../ir/index.js'
import type { Imports } from '../imports.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { sharedValidationSchemas } from '../../validation/validation-schema.js'
import { requiredByAllUses } from '../../validation/required-by-use.js'
import { schemaType } from '../schema-types.js'
import { componentTypes } from '../../naming/emitted/component-types.js'

/** Returns the view for the types of the shared schemas. */
export function componentTypesView(service: Service, imports: Imports): object {
  const { schemas = {} } = service
  const names = componentTypes(service)
  return {
    types: Object.entries(schemas).map(([name, schema]) => {
      const { description, title } = schema
      const comment = typeof description === 'string' ? description : title
      return {
        comment: typeof comment === 'string' ? commentLine(comment) : null,
        name: names.get(name) ?? name,
        type: schemaType(requiredByAllUses(schema, service), imports),
      }
    }),
  }
}

/** Returns the view for the shared schemas, with which bodies and parameters are validated. */
export function componentSchemasView(service: Service): object {
  return {
    schemas: Object.entries(sharedValidationSchemas(service)).map(([name, schema]) => ({
      name: propertyKey(name),
      value: literal(schema),
    })),
  }
}
