import { Readable } from 'node:stream'

/** A file in a form. */
export interface UploadedFile {
  readonly filename: string
  /** The media type, such as `image/png`. */
  readonly type: string
  readonly stream: Readable
}

type Form = Readonly<Record<string, FormValue | readonly FormValue[]>>
type FormValue = string | object

/**
 * Returns the fields of a form, or undefined for other bodies. Each file gets a new stream, because a transaction might
 * be retried.
 * @param isText returns whether a field is text, whose parts of type application/json browsers send like files
 */
export function formIn(body: unknown, isText: (name: string) => boolean = () => false): Form | undefined {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || Array.isArray(body))
    return undefined
  const open = (name: string, value: FormValue): FormValue => {
    if (!(value instanceof FormFile)) return value
    return value.isJson && isText(name) ? value.text : value.open()
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each: FormValue) => open(name, each)) : open(name, value),
    ]),
  )
}

/** A fully received file in a form. */
export class FormFile {
  readonly #filename: string
  readonly #type: string
  readonly #content: Buffer

  constructor(filename: string, type: string, content: Buffer) {
    this.#filename = filename
    this.#type = type
    this.#content = content
  }

  get isJson(): boolean {
    return /[/+]json$/.test(this.#type)
  }

  get text(): string {
    return this.#content.toString()
  }

  open(): UploadedFile {
    return { filename: this.#filename, type: this.#type, stream: Readable.from([this.#content]) }
  }
}

export function mediaTypeOf(contentType = ''): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}
