import { authenticated, group } from './runtime/access/acl.js'
import { type ModelRules, all, rows, userField, where } from './runtime/rules/rules.js'

/** Which rows of each model callers are allowed to use. The rows of models that are not listed are not restricted. */
export const rowRules: ModelRules = {
  Appointment: [
    rows(group('manager'), ['view', 'update'], where('organization', 'eq', userField('organization'))),
    rows(group('doctor'), ['view', 'update'], where('doctor.account', 'eq', userField('username'))),
    rows(group('patient'), ['view', 'update'], where('patient.account', 'eq', userField('username'))),
  ],
  Attachment: [
    rows(group('doctor'), all, where('patient.organization', 'eq', userField('organization'))),
    rows(group('patient'), ['view'], where('patient.account', 'eq', userField('username'))),
  ],
  AuditEntry: [rows(group('manager'), ['view'], where('organization', 'eq', userField('organization')))],
  Doctor: [
    rows(group('manager'), all, where('organization', 'eq', userField('organization'))),
    rows(authenticated, ['view'], where('organization', 'eq', userField('organization'))),
  ],
  Hour: [
    rows(group('manager'), all, where('doctor.organization', 'eq', userField('organization'))),
    rows(authenticated, ['view'], where('doctor.organization', 'eq', userField('organization'))),
  ],
  Organization: [
    rows(group('admin'), all),
    rows(authenticated, ['view'], where('name', 'eq', userField('organization'))),
    rows(group('manager'), ['update'], where('name', 'eq', userField('organization'))),
  ],
  Patient: [
    rows(group('manager'), all, where('organization', 'eq', userField('organization'))),
    rows(
      group('doctor'),
      ['view', 'create', 'update'],
      where('organization', 'eq', userField('organization')),
    ),
    rows(group('patient'), ['view'], where('account', 'eq', userField('username'))),
  ],
  SentMail: [rows(group('admin'), ['view'])],
  Service: [
    rows(group('manager'), all, where('organization', 'eq', userField('organization'))),
    rows(authenticated, ['view'], where('organization', 'eq', userField('organization'))),
  ],
  User: [
    rows(group('admin'), all),
    rows(
      group('manager'),
      ['view', 'create', 'update'],
      where('organization', 'eq', userField('organization')),
    ),
    rows(authenticated, ['view', 'update'], where('username', 'eq', userField('username'))),
  ],
}
