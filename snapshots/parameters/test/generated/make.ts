import type { Book, BookCreate } from '../../src/generated/models/book.js'
import type { Shelf, ShelfCreate } from '../../src/generated/models/shelf.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a book. The given values override the sample. */
export async function book(items: Repositories, given: Partial<BookCreate> = {}): Promise<Book> {
  return items.book.create({ data: { ...samples.book.first, ...given } })
}

/** Creates a shelf. The given values override the sample. */
export async function shelf(items: Repositories, given: Partial<ShelfCreate> = {}): Promise<Shelf> {
  return items.shelf.create({ data: { ...samples.shelf.first, ...given } })
}
