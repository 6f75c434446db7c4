import { parentPort } from 'node:worker_threads'
import type { Service } from '../ir/index.js'
import { largeTexts } from './large-texts.js'

// What runs on the helper's thread (see `helper.ts`).

parentPort?.once('message', (service: Service) => {
  const texts = largeTexts(service)
  parentPort?.postMessage(texts, texts.openapi.pieces.flatMap(ownMemory))
})

/** The memory of bytes, which can be handed over without a copy. That of short ones is none of their own. */
function ownMemory({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
