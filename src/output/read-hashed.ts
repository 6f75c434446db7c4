import { closeSync, constants, lstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { errorCode } from '../source/error-code.js'
import { hashOf } from './hash.js'

/** Holds one file after the other: nearly all fit, and thousands are looked at. */
const shared = Buffer.allocUnsafeSlow(256 * 1024)

export interface Hashed {
  /** SHA-256 of the bytes. */
  readonly hash: string
  /** Only those of a large file are kept: reading it again would take long. */
  readonly bytes: Buffer | null
}

/**
 * Reads a file for its hash; null for a symbolic link, which is not followed.
 * @throws Node's error where it cannot be read
 */
export function readHashed(path: string): Hashed | null {
  const file = openUnlinked(path)
  if (file === null) return null
  try {
    const length = readSync(file, shared, 0, shared.length, 0)
    return length < shared.length
      ? { hash: hashOf(shared.subarray(0, length)), bytes: null }
      : hashed(readFileSync(file))
  } finally {
    closeSync(file)
  }
}

/** Bytes that are at hand. */
export function hashed(bytes: Buffer): Hashed {
  return { hash: hashOf(bytes), bytes }
}

/** Windows cannot be asked to open no link. */
const { O_RDONLY, O_NOFOLLOW = null } = constants

function openUnlinked(path: string): number | null {
  if (O_NOFOLLOW === null) return lstatSync(path).isSymbolicLink() ? null : openSync(path, 'r')
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW)
  } catch (error) {
    if (errorCode(error) === 'ELOOP') return null
    throw error
  }
}
