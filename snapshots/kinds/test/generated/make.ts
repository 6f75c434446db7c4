import type { Big, BigCreate } from '../../src/generated/models/big.js'
import type { Entry, EntryCreate } from '../../src/generated/models/entry.js'
import type { Listing, ListingCreate } from '../../src/generated/models/listing.js'
import type { Token, TokenCreate } from '../../src/generated/models/token.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a big. The given values override the sample. */
export async function big(items: Repositories, given: Partial<BigCreate> = {}): Promise<Big> {
  return items.big.create({ data: { ...samples.big.first, ...given } })
}

/** Creates an entry. The given values override the sample. */
export async function entry(items: Repositories, given: Partial<EntryCreate> = {}): Promise<Entry> {
  return items.entry.create({ data: { ...samples.entry.first, ...given } })
}

/** Creates a listing. The given values override the sample. */
export async function listing(items: Repositories, given: Partial<ListingCreate> = {}): Promise<Listing> {
  return items.listing.create({ data: { ...samples.listing.first, ...given } })
}

/** Creates a token. The given values override the sample. */
export async function token(items: Repositories, given: Partial<TokenCreate> = {}): Promise<Token> {
  return items.token.create({ data: { ...samples.token.first, ...given } })
}
