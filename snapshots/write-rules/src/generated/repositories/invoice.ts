import { models } from '../models/index.js'
import { type InvoiceTypes, invoiceModel } from '../models/invoice.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes invoices. */
export type InvoiceRepository = Repository<InvoiceTypes>

/**
 * Returns the repository for invoices in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function invoiceRepository(session: Session): InvoiceRepository {
  return repository(session, models, invoiceModel)
}
