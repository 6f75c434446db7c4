import { registry } from '../generated/index.js'

/**
 * Runs in the same transaction when a row of User has been created, updated or deleted, whatever changed it.
 * All members: `({ action, before, after, model, user, models }) => …`.
 */
registry.add('invite', async (change) => {
  // The row before and after the change: change.before, change.after.
  // What happened, and who did it: change.action, change.user.
  // An error undoes the change.
})
