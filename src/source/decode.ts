import type { Code } from '../diagnostics/catalog/index.js'

export type Decoded =
  { readonly text: string } | { readonly code: Code; readonly problem: string; readonly help: string }

const SNIFFED = 8192

/** Decodes UTF-8, with or without a BOM. UTF-16 and binary files are detected by their first bytes. */
export function decode(bytes: Uint8Array): Decoded {
  if (isUtf16(bytes)) {
    return {
      code: 'SVC1006',
      problem: 'is encoded in UTF-16',
      help: 'Save the file as UTF-8',
    }
  }
  if (bytes.subarray(0, SNIFFED).includes(0)) {
    return { code: 'SVC1005', problem: 'is a binary file', help: 'Use a text file' }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { code: 'SVC1007', problem: 'is not encoded in UTF-8', help: 'Save the file as UTF-8' }
  }
}

function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const isWideAscii =
    (first === 0 && second !== 0 && third === 0) || (first !== 0 && second === 0 && fourth === 0)
  return hasMark || isWideAscii
}
