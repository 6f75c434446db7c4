import { models } from '../models/index.js'
import { type CustomerTypes, customerModel } from '../models/customer.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes customers. */
export type CustomerRepository = Repository<CustomerTypes>

/**
 * Returns the repository for customers in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function customerRepository(session: Session): CustomerRepository {
  return repository(session, models, customerModel)
}
