import type { ActionSessions } from '../operations/actions.js'
import { isKey } from '../repository/parts.js'
import type { Authentication } from './authentication.js'
import { unauthorized } from '../access/caller.js'
import { checkCredentials } from './credentials.js'
import { withoutHash } from '../users/passwords.js'

/** Returns what custom actions use to check passwords, and to start and end sessions. */
export function actionSessions(auth: Authentication): ActionSessions {
  const { accounts } = auth
  return {
    start: async (request, reply, { [auth.config.fields.username]: key }) => {
      const user = isKey(key) ? await accounts.find(key) : undefined
      if (user === undefined || !accounts.extension.isActive(user))
        throw unauthorized(request, 'The user does not exist or is deactivated.')
      const fault = await accounts.extension.loginFault(request, user)
      if (fault !== undefined) throw fault
      const epoch = await accounts.epoch(accounts.keyOf(user))
      await auth.startSession?.(request, reply, { user, epoch })
    },
    check: async (session, request, login, password) => {
      const { user } = await checkCredentials(request, auth, { login, password }, session)
      const fault = await accounts.extension.loginFault(request, user, session)
      return { user: withoutHash(user, auth.config.fields.password), fault }
    },
    refuse: async (request, { [auth.config.fields.username]: key }) => {
      const user = isKey(key) ? await accounts.find(key) : undefined
      if (user !== undefined) await accounts.extension.loginFault(request, user)
    },
    endAll: (user) => accounts.endAll(accounts.keyOf(user)),
  }
}
