import type { Folder, Found } from './folder.js'

/** The folder, which asks the disk once for each file until something is changed by way of it. */
export function lookOnce(folder: Folder): Folder {
  const looks = new Map<string, Found>()
  return {
    ...folder,
    look(path) {
      const found = looks.get(path) ?? folder.look(path)
      looks.set(path, found)
      return found
    },
    write(path, content) {
      looks.clear()
      folder.write(path, content)
    },
    rename(from, to) {
      looks.clear()
      folder.rename(from, to)
    },
    remove(path) {
      looks.clear()
      folder.remove(path)
    },
  }
}
