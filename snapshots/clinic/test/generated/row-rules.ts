import type { MissingTest } from './requests.js'

/** Rows on both sides of a row rule, and the requests with which a caller to whom the rule applies can use them. */
export interface RuleTest {
  readonly rule: string
  readonly model: string
  /** The position of the rule among those of the model. */
  readonly index: number
  /** The rows that are stored, in order. */
  readonly rows: readonly string[]
  /** The row of the caller; absent for an anonymous caller. */
  readonly caller?: string
  /** The row that the rule covers, and rows that it does not cover. */
  readonly inside: string
  readonly outside: readonly string[]
  /** The paths of requests. Paths of single rows contain `{row}`. */
  readonly list?: string
  readonly show?: string
  readonly update?: string
  readonly updateMany?: string
  readonly create?: string
  readonly delete?: string
  /** The name of the primary key, if the caller can filter by it. */
  readonly key?: string
  /** A change of a field that no rule uses. */
  readonly change?: Readonly<Record<string, unknown>>
  /** The fields and relations that decide about the rule, and that the caller can change. */
  readonly decisive?: readonly string[]
  /** The rows whose values a new row can have. */
  readonly creates?: readonly string[]
  /** The fields and relations of these rows that the caller cannot set. */
  readonly omits?: readonly string[]
  /** Rows of another model to which these rows refer, with their lists of these rows. */
  readonly related?: readonly RelatedRow[]
}

/** A row to which a row under test refers. */
export interface RelatedRow {
  readonly row: string
  readonly of: string
  readonly model: string
  /** The name of the list of rows under test. */
  readonly relation: string
  readonly list: string
  readonly show: string
}

export const rules: readonly RuleTest[] = [
  {
    rule: 'Appointment: allow g:manager view, update where organization={{user.organization}}',
    model: 'Appointment',
    index: 0,
    rows: [
      'organization 1',
      'user 7',
      'organization 2',
      'doctor 2',
      'organization 3',
      'patient 2',
      'organization 4',
      'service 2',
      'appointment 2',
      'organization 5',
      'doctor 3',
      'organization 6',
      'organization 7',
      'patient 3',
      'organization 8',
      'service 3',
      'appointment 3',
    ],
    caller: 'user 7',
    inside: 'appointment 2',
    outside: ['appointment 3'],
    list: '/v1/appointments',
    show: '/v1/appointments/{row}',
    key: 'id',
    change: { ends: '2024-05-06T08:31:00.000Z' },
    decisive: ['organization'],
  },
  {
    rule: 'Appointment: allow g:doctor view, update where doctor.account={{user.username}}',
    model: 'Appointment',
    index: 1,
    rows: [
      'user 8',
      'organization 1',
      'doctor 4',
      'organization 2',
      'organization 3',
      'patient 2',
      'organization 4',
      'service 2',
      'appointment 4',
      'user 9',
      'organization 5',
      'doctor 5',
      'organization 6',
      'organization 7',
      'patient 3',
      'organization 8',
      'service 3',
      'appointment 5',
    ],
    caller: 'user 8',
    inside: 'appointment 4',
    outside: ['appointment 5'],
    list: '/v1/appointments',
    show: '/v1/appointments/{row}',
    key: 'id',
    change: { ends: '2024-05-06T08:31:00.000Z' },
    decisive: ['doctor'],
  },
  {
    rule: 'Appointment: allow g:patient view, update where patient.account={{user.username}}',
    model: 'Appointment',
    index: 2,
    rows: [
      'user 10',
      'organization 1',
      'doctor 1',
      'organization 2',
      'organization 3',
      'patient 4',
      'organization 4',
      'service 2',
      'appointment 6',
      'organization 5',
      'doctor 3',
      'organization 6',
      'user 9',
      'organization 7',
      'patient 5',
      'organization 8',
      'service 3',
      'appointment 7',
    ],
    caller: 'user 10',
    inside: 'appointment 6',
    outside: ['appointment 7'],
    list: '/v1/appointments',
    show: '/v1/appointments/{row}',
    key: 'id',
    change: { ends: '2024-05-06T08:31:00.000Z' },
    decisive: ['patient'],
  },
  {
    rule: 'AuditEntry: allow g:manager view where organization={{user.organization}}',
    model: 'AuditEntry',
    index: 0,
    rows: ['organization 1', 'user 7', 'auditEntry 1', 'organization 2', 'auditEntry 2'],
    caller: 'user 7',
    inside: 'auditEntry 1',
    outside: ['auditEntry 2'],
    list: '/v1/audit-entries',
    key: 'id',
    change: { action: 'delete' },
    decisive: ['organization'],
  },
  {
    rule: 'Doctor: allow g:manager all where organization={{user.organization}}',
    model: 'Doctor',
    index: 0,
    rows: ['organization 1', 'user 7', 'doctor 1', 'organization 2', 'doctor 6'],
    caller: 'user 7',
    inside: 'doctor 1',
    outside: ['doctor 6'],
    list: '/v1/doctors',
    show: '/v1/doctors/{row}',
    update: '/v1/doctors/{row}',
    key: 'id',
    change: { name: 'name-90' },
  },
  {
    rule: 'Doctor: allow authenticated view where organization={{user.organization}}',
    model: 'Doctor',
    index: 1,
    rows: ['organization 1', 'user 11', 'doctor 1', 'organization 2', 'doctor 6'],
    caller: 'user 11',
    inside: 'doctor 1',
    outside: ['doctor 6'],
    list: '/v1/doctors',
    show: '/v1/doctors/{row}',
    update: '/v1/doctors/{row}',
    key: 'id',
    change: { name: 'name-90' },
  },
  {
    rule: 'Hour: allow g:manager all where doctor.organization={{user.organization}}',
    model: 'Hour',
    index: 0,
    rows: ['organization 1', 'user 7', 'doctor 1', 'hour 1', 'organization 2', 'doctor 6', 'hour 2'],
    caller: 'user 7',
    inside: 'hour 1',
    outside: ['hour 2'],
    delete: '/v1/hours/{row}',
    key: 'id',
    change: { closes: '08:31:06' },
    decisive: ['doctor'],
  },
  {
    rule: 'Hour: allow authenticated view where doctor.organization={{user.organization}}',
    model: 'Hour',
    index: 1,
    rows: ['organization 1', 'user 11', 'doctor 1', 'hour 1', 'organization 2', 'doctor 6', 'hour 2'],
    caller: 'user 11',
    inside: 'hour 1',
    outside: ['hour 2'],
    delete: '/v1/hours/{row}',
    key: 'id',
    change: { closes: '08:31:06' },
    decisive: ['doctor'],
  },
  {
    rule: 'Organization: allow g:admin all',
    model: 'Organization',
    index: 0,
    rows: ['user 12', 'organization 1'],
    caller: 'user 12',
    inside: 'organization 1',
    outside: [],
    list: '/v1/organizations',
    update: '/v1/organizations/{row}',
    create: '/v1/organizations',
    key: 'name',
    change: { time_zone: 'time_zone-90' },
    creates: ['organization 1'],
  },
  {
    rule: 'Organization: allow authenticated view where name={{user.organization}}',
    model: 'Organization',
    index: 1,
    rows: ['organization 1', 'user 11', 'organization 2'],
    caller: 'user 11',
    inside: 'organization 1',
    outside: ['organization 2'],
    list: '/v1/organizations',
    update: '/v1/organizations/{row}',
    create: '/v1/organizations',
    key: 'name',
    change: { time_zone: 'time_zone-90' },
    creates: ['organization 2'],
  },
  {
    rule: 'Organization: allow g:manager update where name={{user.organization}}',
    model: 'Organization',
    index: 2,
    rows: ['organization 1', 'user 7', 'organization 2'],
    caller: 'user 7',
    inside: 'organization 1',
    outside: ['organization 2'],
    list: '/v1/organizations',
    update: '/v1/organizations/{row}',
    create: '/v1/organizations',
    key: 'name',
    change: { time_zone: 'time_zone-90' },
    creates: ['organization 2'],
  },
  {
    rule: 'Patient: allow g:manager all where organization={{user.organization}}',
    model: 'Patient',
    index: 0,
    rows: ['organization 1', 'user 7', 'patient 1', 'organization 2', 'patient 6'],
    caller: 'user 7',
    inside: 'patient 1',
    outside: ['patient 6'],
    list: '/v1/patients',
    show: '/v1/patients/{row}',
    update: '/v1/patients/{row}',
    key: 'id',
    change: { email: 'someone-90@example.com' },
  },
  {
    rule: 'Patient: allow g:doctor view, create, update where organization={{user.organization}}',
    model: 'Patient',
    index: 1,
    rows: ['organization 1', 'user 13', 'patient 1', 'organization 2', 'patient 6'],
    caller: 'user 13',
    inside: 'patient 1',
    outside: ['patient 6'],
    list: '/v1/patients',
    show: '/v1/patients/{row}',
    update: '/v1/patients/{row}',
    key: 'id',
    change: { email: 'someone-90@example.com' },
  },
  {
    rule: 'Patient: allow g:patient view where account={{user.username}}',
    model: 'Patient',
    index: 2,
    rows: ['user 10', 'organization 1', 'patient 7', 'user 9', 'organization 2', 'patient 8'],
    caller: 'user 10',
    inside: 'patient 7',
    outside: ['patient 8'],
    list: '/v1/patients',
    show: '/v1/patients/{row}',
    update: '/v1/patients/{row}',
    key: 'id',
    change: { email: 'someone-90@example.com' },
  },
  {
    rule: 'Service: allow g:manager all where organization={{user.organization}}',
    model: 'Service',
    index: 0,
    rows: ['organization 1', 'user 7', 'service 1', 'organization 2', 'service 4'],
    caller: 'user 7',
    inside: 'service 1',
    outside: ['service 4'],
    list: '/v1/services',
    update: '/v1/services/{row}',
    key: 'id',
    change: { minutes: 90 },
  },
  {
    rule: 'Service: allow authenticated view where organization={{user.organization}}',
    model: 'Service',
    index: 1,
    rows: ['organization 1', 'user 11', 'service 1', 'organization 2', 'service 4'],
    caller: 'user 11',
    inside: 'service 1',
    outside: ['service 4'],
    list: '/v1/services',
    update: '/v1/services/{row}',
    key: 'id',
    change: { minutes: 90 },
  },
  {
    rule: 'User: allow g:admin all',
    model: 'User',
    index: 0,
    rows: ['user 12', 'user 9'],
    caller: 'user 12',
    inside: 'user 9',
    outside: [],
    list: '/v1/users',
    show: '/v1/users/{row}',
    update: '/v1/users/{row}',
    key: 'username',
  },
  {
    rule: 'User: allow g:manager view, create, update where organization={{user.organization}}',
    model: 'User',
    index: 1,
    rows: ['organization 1', 'user 7', 'user 14', 'organization 2', 'user 15'],
    caller: 'user 7',
    inside: 'user 14',
    outside: ['user 15'],
    list: '/v1/users',
    show: '/v1/users/{row}',
    update: '/v1/users/{row}',
    key: 'username',
  },
  {
    rule: 'User: allow authenticated view, update where username={{user.username}}',
    model: 'User',
    index: 2,
    rows: ['user 2', 'user 9'],
    caller: 'user 2',
    inside: 'user 2',
    outside: ['user 9'],
    list: '/v1/users',
    show: '/v1/users/{row}',
    update: '/v1/users/{row}',
    key: 'username',
  },
]

/** Tests that svcgen could not derive from the rules. */
export const missing: readonly MissingTest[] = [
  {
    title: 'Attachment: allow g:doctor all where patient.organization={{user.organization}}',
    reason:
      'Write a test for these rows: generated tests use only routes without an item above, and none lets this caller use them.',
  },
  {
    title: 'Attachment: allow g:patient view where patient.account={{user.username}}',
    reason:
      'Write a test for these rows: generated tests use only routes without an item above, and none lets this caller use them.',
  },
  {
    title: 'SentMail: allow g:admin view',
    reason:
      'Write a test for these rows: generated tests use only routes without an item above, and none lets this caller use them.',
  },
]
