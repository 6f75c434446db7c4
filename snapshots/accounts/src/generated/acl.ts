import { accessRules, allow, authenticated, everyone, group } from './runtime/auth/acl.js'

/** The rules for papers that have no rules of their own. */
export const paperAcl = accessRules({
  collection: [
    allow(group('admin')),
    allow(everyone, 'view'),
    allow(authenticated, 'create'),
    allow(group('board'), 'delete', 'update'),
  ],
  item: [allow(group('admin')), allow(everyone, 'view'), allow(group('board'), 'delete', 'update')],
})

/** The rules of people_acl. */
export const peopleAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'view')],
  item: null,
})

/** The rules of team_acl. */
export const teamAcl = accessRules({
  collection: [
    allow(group('admin')),
    allow(authenticated, 'create', 'update', 'view'),
    allow(everyone, 'options'),
  ],
  item: null,
})
