import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Loads all files in a folder, each of which registers its function. A missing folder contains no files. */
export async function loadFiles(folder: URL): Promise<void> {
  if (!existsSync(fileURLToPath(folder))) return
  const names = readdirSync(fileURLToPath(folder)).filter(
    (name) => name.endsWith('.js') && !name.endsWith('.test.js'),
  )
  for (const name of names.sort()) await import(new URL(name, folder).href)
}
