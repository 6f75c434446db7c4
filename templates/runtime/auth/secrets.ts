import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../server/index.js'

/** Bytes of a secret that the service makes. */
const MADE_BYTES = 32
const SHORTEST = 16

/** Where a secret comes from. */
export interface SecretSource {
  /** The key of `service.ini` that holds it. */
  readonly setting: string
  /** What the settings say; undefined: nothing. */
  readonly value: string | undefined
  /** The folder where one that is made is kept. */
  readonly folder: string
  /** Takes what a person should know. */
  readonly tell: (message: string) => void
}

/**
 * The secret of the settings, else the one that an earlier start has made, else a new one that only the service's own user can read (SPEC 10).
 * @throws StartError where it is too short
 */
export async function readSecret({ setting, value, folder, tell }: SecretSource): Promise<string> {
  const secret = value ?? (await madeSecret(setting, folder, tell))
  if (secret.length < SHORTEST) {
    throw new StartError(
      `${setting}: is too short for a secret; give at least ${SHORTEST} characters, such as the output of openssl rand -hex 32`,
    )
  }
  return secret
}

async function madeSecret(setting: string, folder: string, tell: SecretSource['tell']): Promise<string> {
  const file = join(folder, `${setting.replaceAll(/[^\w.-]/g, '_')}.secret`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, randomBytes(MADE_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
    tell(
      `${setting} is not set: a secret was made and is kept in ${file}. Several processes need a common one in the settings.`,
    )
  } catch (error) {
    if (!isThere(error)) throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
