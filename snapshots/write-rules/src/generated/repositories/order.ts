import { models } from '../models/index.js'
import { type OrderTypes, orderModel } from '../models/order.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes orders. */
export type OrderRepository = Repository<OrderTypes>

/**
 * Returns the repository for orders in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function orderRepository(session: Session): OrderRepository {
  return repository(session, models, orderModel)
}
