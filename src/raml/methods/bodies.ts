import { isMediaType } from '../body-forms.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { type Node, textOf } from '../../source/node.js'
import type { Body, SchemaUse } from '../../api/api.js'
import { report, usedAtOf, type Context } from '../context.js'
import { type Field, fieldsOf, type FieldsOf, shapeOf } from '../fields.js'
import { readParameters } from '../parameters/parameters.js'
import { reportStructuredExample, hasNoValue, isUnknown, mapAt, scalarAt, textAt } from '../values.js'
import { reportStructuredSchema, schemaSource } from '../schemas.js'

const BODY = shapeOf('a body', ['description', 'schema', 'example'], ['formParameters'])

type Fields = FieldsOf<typeof BODY>

/**
 * Reads a `body` (RAML 0.8, "Body"), which is either a map of media types or a body with the default media type.
 * @param isResponse true for a response body, which cannot have form parameters
 */
export function readBodies(field: Field | undefined, isResponse: boolean, context: Context): readonly Body[] {
  if (field === undefined) return []
  const map = mapAt(field.value, 'body', context)
  const { mediaType } = context
  if (map === null) {
    const isBare = hasNoValue(field.value) && !isUnknown(field.value, context) && mediaType !== null
    return isBare ? [{ ...NOTHING, mediaType, at: field.keyAt }] : []
  }
  const explicit: Field[] = []
  const fields: Fields = fieldsOf(map, BODY, context, (name, entry) => {
    if (!isMediaType(name)) return { help: undefined }
    explicit.push({ ...entry, name })
    return 'taken'
  })
  const implicit = implicitIn(fields)
  if (explicit.length > 0 && implicit.length > 0) reportMixedBody(explicit, implicit, context)
  if (explicit.length > 0) return explicit.map((entry) => readExplicit(entry, isResponse, context))
  if (implicit.length === 0) return []
  const body = readBody(fields, { mediaType: mediaType ?? '', at: field.keyAt }, isResponse, context)
  if (mediaType !== null) return [body]
  reportNoMediaType(field, context)
  return [{ ...body, isUnread: true }]
}

const NOTHING = { schema: null, isUnread: false, example: null, formParameters: [] } as const

function implicitIn({ schema, example, formParameters }: Fields): readonly Field[] {
  return [schema, example, formParameters].filter((field) => field !== undefined)
}

function readExplicit({ name, keyAt, value }: Field, isResponse: boolean, context: Context): Body {
  const map = mapAt(value, name, context)
  const at = { mediaType: name, at: keyAt }
  return map === null
    ? { ...NOTHING, ...at, isUnread: isUnknown(value, context) }
    : readBody(fieldsOf(map, BODY, context), at, isResponse, context)
}

function readBody(
  fields: Fields,
  at: Pick<Body, 'mediaType' | 'at'>,
  isResponse: boolean,
  context: Context,
): Body {
  const { schema, example, formParameters } = fields
  textAt(fields.description?.value, 'description', context)
  if (formParameters !== undefined) checkForm(formParameters, schema ?? example, isResponse, context)
  if (example !== undefined) reportStructuredExample(example.value, context)
  const use = schema === undefined ? null : readSchemaUse(schema, context)
  return {
    ...at,
    schema: use,
    isUnread: schema !== undefined && isUnreadable(schema.value, context),
    example: example === undefined || hasNoValue(example.value) ? null : example.value,
    formParameters: readParameters(formParameters?.value, 'formParameters', context),
  }
}

/** Returns whether a schema could not be read. The error has already been reported. */
function isUnreadable(value: Node, context: Context): boolean {
  if (value.kind !== 'scalar' || isUnknown(value, context)) return true
  return context.schemas.get(textOf(value).trim())?.text.faulty === true
}

function readSchemaUse({ value, keyAt }: Field, context: Context): SchemaUse | null {
  reportStructuredSchema(value, context)
  const text = value.kind === 'scalar' ? scalarAt(value, 'schema', context) : null
  if (text === null) return null
  const at = value.at.file === keyAt.file ? value.at : keyAt
  const name = textOf(text).trim()
  const named = context.schemas.get(name)
  const schema = named?.text ?? text
  if (schema.faulty === true) return null
  if (!/[{[<"]/.test(textOf(schema))) {
    reportNoSchema(name, { value, keyAt }, context)
    return null
  }
  return {
    source: schemaSource(schema),
    name: named?.name ?? null,
    at,
    usedAt: usedAtOf(value.at) ?? usedAtOf(keyAt),
  }
}

/** Reports a schema without brackets or quotes, which is neither JSON nor XML. A single word is an unknown name. */
function reportNoSchema(
  text: string,
  { value, keyAt }: Pick<Field, 'value' | 'keyAt'>,
  context: Context,
): void {
  const isName = /^[\w.-]+$/.test(text) && !context.schemas.has(text)
  const unusable = text === '' ? 'The schema is empty' : 'The schema is neither JSON nor XML'
  report(context, 'SVC2037', {
    message: isName ? `Unknown schema "${text}"` : unusable,
    at: value.at,
    related: value.at.file === keyAt.file ? [] : [{ message: 'Included here', at: keyAt }],
    help: () =>
      isName
        ? (didYouMean(text, context.schemas.keys()) ?? 'Add it to the root-level "schemas"')
        : 'Write it as JSON, or include a file',
  })
}

function checkForm(form: Field, other: Field | undefined, isResponse: boolean, context: Context): void {
  if (isResponse) {
    report(context, 'SVC2032', {
      message: 'The body of a response cannot have "formParameters"',
      at: form.keyAt,
    })
  }
  if (other !== undefined) {
    report(context, 'SVC2033', {
      message: `"formParameters" cannot be combined with "${other.name}"`,
      at: form.keyAt,
      related: [{ message: `"${other.name}" is here`, at: other.keyAt }],
      help: 'Describe the form with parameters only',
    })
  }
}

/** Reports that two keys cannot be combined, at the location of the second key. */
function reportMixedBody(explicit: readonly Field[], implicit: readonly Field[], context: Context): void {
  const [first, second] = [explicit, implicit]
    .flatMap((fields) => fields.slice(0, 1))
    .toSorted((a, b) => a.keyAt.start - b.keyAt.start)
  if (first === undefined || second === undefined) return
  report(context, 'SVC2030', {
    message: `"${second.name}" cannot be combined with "${first.name}" in a body`,
    at: second.keyAt,
    related: [{ message: `"${first.name}" is here`, at: first.keyAt }],
    help: 'Move the other keys below a media type',
  })
}

function reportNoMediaType(body: Field, context: Context): void {
  report(context, 'SVC2031', {
    message: 'The body has no media type, and the root has no "mediaType"',
    at: body.keyAt,
    help: 'Move its contents below "application/json:", or add "mediaType: application/json" to the root',
  })
}
