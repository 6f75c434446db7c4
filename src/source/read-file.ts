import { readFileSync, statSync, type Stats } from 'node:fs'
import type { Code } from '../diagnostics/catalog/index.js'
import type { NewDiagnostic } from '../diagnostics/collector.js'
import { errorCode, NO_ENTRY } from './error-code.js'
import { decode, type Decoded } from './decode.js'
import type { Limits } from './limits.js'
import type { SourceFile } from './span.js'

/** A file, or the problem with it, which is reported where the file is named. */
export type FileRead =
  | { readonly file: SourceFile }
  | { readonly code: Code; readonly report: Pick<NewDiagnostic, 'message' | 'help'> }

/**
 * Reads a text file. It must be a regular file, encoded in UTF-8 and within the limit.
 * @param path absolute
 * @param name the file's name in messages
 */
export function readTextFile(path: string, name: string, limits: Limits): FileRead {
  try {
    const problem = problemOf(statSync(path), name, limits)
    if (problem !== null) return problem
    const decoded = decodedText(path)
    if ('text' in decoded) return { file: { path, name, text: decoded.text } }
    return fault(decoded.code, `"${name}" ${decoded.problem}`, decoded.help)
  } catch (error) {
    return faultOf(error, name)
  }
}

/** Matches NUL and the replacement character, to which invalid UTF-8 is decoded. */
const SUSPICIOUS = /[\0\ufffd]/

/** Decodes a file. Node.js reads text faster than bytes, so the bytes are read only if the text looks invalid. */
function decodedText(path: string): Decoded {
  const text = readFileSync(path, 'utf8')
  return SUSPICIOUS.test(text) ? decode(readFileSync(path)) : { text: text.replace(/^\ufeff/, '') }
}

function problemOf(stats: Stats, name: string, { fileBytes }: Limits): FileRead | null {
  if (stats.isDirectory()) return fault('SVC1002', `"${name}" is a folder`, 'Use the path of a file in it')
  if (!stats.isFile()) return fault('SVC1002', `"${name}" is not a regular file`, 'Use a text file')
  if (stats.size <= fileBytes) return null
  const size = `${Math.ceil(stats.size / 1024 / 1024)} MB`
  return fault('SVC1004', `"${name}" is too large: ${size}`, `Keep files below ${fileBytes / 1024 / 1024} MB`)
}

function faultOf(error: unknown, name: string): FileRead {
  const reason = errorCode(error) ?? 'unknown reason'
  if (NO_ENTRY.includes(reason)) {
    return fault('SVC1001', `"${name}" does not exist`, 'Check the path')
  }
  return fault('SVC1003', `Cannot read "${name}" (${reason})`, 'Check the permissions of the file')
}

function fault(code: Code, message: string, help: string): FileRead {
  return { code, report: { message, help } }
}
