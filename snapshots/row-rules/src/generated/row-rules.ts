import { authenticated, everyone, group } from './runtime/access/acl.js'
import { type ModelRules, all, literal, rows, rowsOf, userField, where } from './runtime/rules/rules.js'

/** Which rows of each model callers are allowed to use. The rows of models that are not listed are not restricted. */
export const rowRules: ModelRules = {
  Membership: [rows(everyone, all)],
  Note: [
    rows(group('admin'), all),
    rows(
      group('doctor'),
      ['view', 'create', 'update'],
      where('project.organization', 'eq', userField('organization')),
    ),
    rows(authenticated, all, where('owner', 'eq', userField('username'))),
    rows(
      everyone,
      ['view'],
      where('status', 'eq', literal('final')),
      where('level', 'gte', literal('5')),
      where('project', 'exists', literal(false)),
    ),
    rows(group('clerk'), ['update', 'delete'], where('status', 'eq', literal('draft'))),
    rowsOf(authenticated, ['view'], 'tagged_for'),
    rows(group('clerk'), ['view'], where('level', 'lte', userField('level'))),
  ],
  Organization: [
    rows(group('admin'), all),
    rows(authenticated, ['view'], where('slug', 'eq', userField('organization'))),
  ],
  Profile: [rows(group('admin'), all), rows(authenticated, all, where('user', 'eq', userField('username')))],
  Project: [
    rows(group('admin'), all),
    rows(
      group('doctor'),
      ['view', 'create', 'update'],
      where('organization', 'eq', userField('organization')),
    ),
    rows(authenticated, ['view'], where('memberships.member', 'eq', userField('username'))),
  ],
  User: [
    rows(group('admin'), all),
    rows(authenticated, ['view'], where('organization', 'eq', userField('organization'))),
    rows(authenticated, ['update'], where('username', 'eq', userField('username'))),
    rows(authenticated, ['view'], where('username', 'eq', userField('username'))),
  ],
}
