import { models } from '../models/index.js'
import { type TaskTypes, taskModel } from '../models/task.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes tasks. */
export type TaskRepository = Repository<TaskTypes>

/**
 * Returns the repository for tasks in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function taskRepository(session: Session): TaskRepository {
  return repository(session, models, taskModel)
}
