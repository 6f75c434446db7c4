import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync, type Stats } from 'node:fs'
import type { Code } from '../diagnostics/catalog/index.js'
import { errorCode, NO_ENTRY } from './error-code.js'
import type { UnusablePath } from './include-path.js'
import type { Limits } from './limits.js'
import type { SourceFile } from './span.js'

/** A file, or the problem with it, which is reported where the file is named. */
type FileRead = { readonly file: SourceFile } | UnusablePath

/**
 * Reads a text file. It must be a regular file, encoded in UTF-8 and within the limit.
 * @param path absolute
 * @param name the file's name in messages
 */
export function readTextFile(path: string, name: string, limits: Limits): FileRead {
  try {
    const problem = problemOf(statSync(path), name, limits)
    if (problem !== null) return problem
    // Node.js reads text faster than bytes, so the bytes are read only if the text looks invalid.
    const text = readFileSync(path, 'utf8')
    const encoding = SUSPICIOUS.test(text) ? encodingFault(readFileSync(path), name) : null
    return encoding ?? { file: { path, name, text: text.replace(/^\ufeff/, '') } }
  } catch (error) {
    return faultOf(error, name)
  }
}

/** Matches NUL and the replacement character, to which invalid UTF-8 is decoded. */
const SUSPICIOUS = /[\0\ufffd]/

const SNIFFED = 8192

/** Returns why a file is not text encoded in UTF-8, or null. UTF-16 and binary files are detected by their first bytes. */
function encodingFault(bytes: Buffer, name: string): FileRead | null {
  if (isUtf16(bytes)) return fault('SVC1006', `"${name}" is encoded in UTF-16`, 'Save the file as UTF-8')
  if (bytes.subarray(0, SNIFFED).includes(0))
    return fault('SVC1005', `"${name}" is a binary file`, 'Use a text file')
  return isUtf8(bytes)
    ? null
    : fault('SVC1007', `"${name}" is not encoded in UTF-8`, 'Save the file as UTF-8')
}

function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const isWideAscii =
    (first === 0 && second !== 0 && third === 0) || (first !== 0 && second === 0 && fourth === 0)
  return hasMark || isWideAscii
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
  return { code, message, help }
}
