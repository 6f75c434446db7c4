import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, HttpError } from '../errors.js'
import { characterFault } from '../values/scalars.js'
import { FormFile, mediaTypeOf } from './forms.js'

/** A part of a multipart form. */
interface FormPart {
  readonly fieldname: string
  readonly value?: unknown
  readonly filename?: string
  readonly mimetype: string
  readonly file?: AsyncIterable<Uint8Array>
  readonly fieldnameTruncated?: boolean
  readonly valueTruncated?: boolean
}

interface FormOptions {
  /** In bytes. */
  readonly limits: { readonly fieldSize: number; readonly fieldNameSize: number; readonly fileSize: number }
  readonly isPartAFile: (field?: string, type?: string, filename?: string) => boolean
}

const JSON_TYPE = 'application/json'

/**
 * Reads multipart forms up to `body_limit`, on routes registered after this call. All bytes count, also those between
 * the parts and of their headers.
 * @param partsOf returns the parts of the request's form
 */
export function multipartForms(
  app: FastifyInstance,
  partsOf: (request: FastifyRequest, options: FormOptions) => AsyncIterable<FormPart>,
): void {
  app.addHook('preValidation', async (request, reply) => {
    if (mediaTypeOf(request.headers['content-type']) !== 'multipart/form-data') return
    const limit = request.routeOptions.bodyLimit ?? app.settings.bodyLimit
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
    try {
      const { raw } = request
      const exceeded = new Promise<never>((_resolve, reject) => {
        let size = 0
        raw.on('data', (chunk: Uint8Array) => {
          size += chunk.length
          if (size > limit) reject(tooLarge())
        })
      })
      const limits = { fieldSize: limit, fieldNameSize: limit, fileSize: limit }
      const form = readForm(partsOf(request, { limits, isPartAFile }), limit)
      request.body = await Promise.race([form, exceeded])
    } catch (error) {
      if (error instanceof HttpError) {
        // The rest of the body is not read.
        request.raw.unpipe()
        request.raw.resume()
        reply.header('connection', 'close')
        throw error
      }
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) throw tooLarge()
      request.bodyFault = new BadRequest('The body is not a valid form.')
    }
  })
}

/** The parser would read JSON itself, and round integers. */
function isPartAFile(_field?: string, type?: string, filename?: string): boolean {
  return filename !== undefined || type === 'application/octet-stream' || type === JSON_TYPE
}

function tooLarge(): HttpError {
  return new HttpError(413, 'The body is too large.')
}

async function readForm(parts: AsyncIterable<FormPart>, limit: number): Promise<object> {
  const fields = new Map<string, unknown[]>()
  let size = 0
  const count = (bytes: number): void => {
    size += bytes
    if (size > limit) throw tooLarge()
  }
  for await (const { fieldname, value, filename = '', mimetype, file, ...truncated } of parts) {
    const chunks: Uint8Array[] = []
    if (truncated.fieldnameTruncated === true || truncated.valueTruncated === true) throw tooLarge()
    const fault = characterFault(filename)
    if (fault !== undefined) throw new BadRequest(`Invalid body: the name of the file ${fieldname} ${fault}.`)
    for await (const chunk of file ?? []) {
      count(chunk.length)
      chunks.push(chunk)
    }
    const bytes = Buffer.concat(chunks)
    const isJson = filename === '' && mimetype === JSON_TYPE
    const part = file === undefined ? value : new FormFile(filename, mimetype, bytes)
    const content = isJson ? textOf(fieldname, bytes.toString()) : part
    if (file === undefined) count(Buffer.byteLength(String(value)))
    fields.set(fieldname, [...(fields.get(fieldname) ?? []), content])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/**
 * Returns a part of type application/json like the text of other fields, which are read by their schema: without the
 * quotes of a string.
 */
function textOf(field: string, source: string): string {
  try {
    const value: unknown = JSON.parse(source)
    return typeof value === 'string' ? value : source
  } catch {
    throw new BadRequest(`Invalid body: the part ${field} is not valid JSON.`)
  }
}
