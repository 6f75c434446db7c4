import type { Service } from '../ir/index.js'
import type { EmittedFile, MadeOf, Reuse } from '../output/file.js'
import { hashOf } from '../output/hash.js'
import { rememberNodeTexts } from '../output/node-texts.js'
import { textOf } from '../output/pieces.js'
import type { Helper } from '../threads/helper.js'
import { format } from './format.js'
import { Parts } from './parts.js'
import { StandingFile } from './standing-file.js'
import { type Sameness, WHOLE } from './traced.js'
import { madeDocument, type MadeDocument } from './made-document.js'

const FILE = { path: 'openapi.json', owner: 'generator', source: 'service' } as const
/** Of all of the IR; which part of it each part of the document is made of is told by the parts. */
const MADE_OF: MadeOf = { given: 'null', facts: WHOLE, view: null }

/**
 * Begins to make `openapi.json`, part by part. Where another thread was started for it, that makes all of it, and with it the texts of nodes for the
 * lock.
 * @returns ends it
 */
export function beginOpenapi(
  service: Service,
  { sameness, reuse, helper }: { sameness: Sameness; reuse: Reuse; helper: Helper | null },
): () => Promise<EmittedFile> {
  const there = reuse.file(FILE.path)
  if (there !== null && sameness.of(WHOLE)) return async () => new StandingFile(FILE, MADE_OF, there)

  const begun = there === null ? helper?.largeTexts(service) : undefined
  return async () => {
    const texts = (await begun) ?? null
    if (texts !== null) {
      rememberNodeTexts(service, texts.nodes)
      return fileOf(texts.openapi)
    }
    const parts = new Parts(service, sameness, there?.parts ?? [])
    return fileOf(madeDocument(service, parts, there?.found.bytes ?? Buffer.of()))
  }
}

async function fileOf({ pieces, hash, isFinal, parts }: MadeDocument): Promise<EmittedFile> {
  if (!isFinal) {
    const text = await format(FILE.path, textOf(pieces))
    return { ...FILE, text, hash: hashOf(text), madeOf: MADE_OF, parts: [] }
  }
  return {
    ...FILE,
    pieces,
    hash,
    madeOf: MADE_OF,
    parts,
    get text() {
      return textOf(pieces)
    },
  }
}
