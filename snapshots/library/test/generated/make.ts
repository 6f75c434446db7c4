import type { Author, AuthorCreate } from '../../src/generated/models/author.js'
import type { Book, BookCreate } from '../../src/generated/models/book.js'
import type { Category, CategoryCreate } from '../../src/generated/models/category.js'
import type { Cover, CoverCreate } from '../../src/generated/models/cover.js'
import type { Review, ReviewCreate } from '../../src/generated/models/review.js'
import type { Sample, SampleCreate } from '../../src/generated/models/sample.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an author. The given values override the sample. */
export async function author(items: Repositories, given: Partial<AuthorCreate> = {}): Promise<Author> {
  return items.author.create({ data: { ...samples.author.first, ...given } })
}

/** Creates a book. The given values override the sample. */
export async function book(items: Repositories, given: Partial<BookCreate> = {}): Promise<Book> {
  return items.book.create({ data: { ...samples.book.first, ...given } })
}

/** Creates a category. The given values override the sample. */
export async function category(items: Repositories, given: Partial<CategoryCreate> = {}): Promise<Category> {
  return items.category.create({ data: { ...samples.category.first, ...given } })
}

/** Creates a cover. The given values override the sample. */
export async function cover(items: Repositories, given: Partial<CoverCreate> = {}): Promise<Cover> {
  return items.cover.create({ data: { ...samples.cover.first, ...given } })
}

/** Creates a review with its required relations. The given values override the sample. */
export async function review(items: Repositories, given: Partial<ReviewCreate> = {}): Promise<Review> {
  const links = {
    writer: given.writer ?? ((await items.author.findFirst()) ?? (await author(items))).name,
  }
  return items.review.create({ data: { ...samples.review.first, ...given, ...links } })
}

/** Creates a sample. The given values override the sample. */
export async function sample(items: Repositories, given: Partial<SampleCreate> = {}): Promise<Sample> {
  return items.sample.create({ data: { ...samples.sample.first, ...given } })
}
