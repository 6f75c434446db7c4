import type { ActionBody, ActionResponse, Parameter, Service } from '../../ir/index.js'
import { requiredByUse, type Use } from '../../validation/required-by-use.js'
import { validationSchema } from '../../validation/validation-schema.js'
import { parameterSpecs } from './parameters.js'

type Schemas = Pick<Service, 'schemas' | 'requiredByUse'>

/** Returns the description of accepted bodies for the runtime, by media type. */
export function bodySpecs(service: Schemas, bodies: readonly ActionBody[]): object {
  return Object.fromEntries(bodies.map((body) => [body.mediaType, bodySpec(service, body)]))
}

/** Returns the description of one accepted body for the runtime. */
export function bodySpec(
  service: Schemas,
  { mediaType, schema, form }: ActionBody,
  use: Use = 'request',
): object {
  return {
    schema: schema === null || !isJson(mediaType) ? undefined : validationSchema(schema, service, use),
    form: parameterSpecs(service, fieldsByUse(form, service, use)),
  }
}

/** Returns the fields of a form, of which those that the use does not contain are not required. */
export function fieldsByUse(
  form: readonly Parameter[],
  service: Schemas,
  use: Use = 'request',
): readonly Parameter[] {
  const properties = Object.fromEntries(form.map(({ name, schema }) => [name, schema]))
  const names = form.filter(({ required }) => required).map(({ name }) => name)
  const { required = [] } = requiredByUse({ properties, required: names }, service, use)
  return form.map((field) => ({ ...field, required: [required].flat().includes(field.name) }))
}

/** Returns the schemas of the declared responses for the runtime, by status. */
export function responseSpecs(service: Schemas, responses: readonly ActionResponse[]): object | undefined {
  if (responses.length === 0) return undefined
  return Object.fromEntries(
    responses.map(({ status, bodies }) => {
      const json = bodies.filter(({ mediaType }) => isJson(mediaType))
      const schema = json.length === bodies.length ? (json[0]?.schema ?? null) : null
      return [String(status), schema === null ? null : validationSchema(schema, service, 'response')]
    }),
  )
}

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}
