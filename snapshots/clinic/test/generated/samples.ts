import type { AppointmentCreate } from '../../src/generated/models/appointment.js'
import type { AttachmentCreate } from '../../src/generated/models/attachment.js'
import type { AuditEntryCreate } from '../../src/generated/models/audit-entry.js'
import type { DoctorCreate } from '../../src/generated/models/doctor.js'
import type { HourCreate } from '../../src/generated/models/hour.js'
import type { OrganizationCreate } from '../../src/generated/models/organization.js'
import type { PatientCreate } from '../../src/generated/models/patient.js'
import type { SentMailCreate } from '../../src/generated/models/sent-mail.js'
import type { ServiceCreate } from '../../src/generated/models/service.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  appointment: {
    first: {
      ends: '2024-05-01T08:31:00.000Z',
      price: '1',
      reminded_at: '2024-05-01T08:31:00.000Z',
      starts: '2024-05-01T08:31:00.000Z',
      state: 'booked',
    },
    second: {
      ends: '2024-05-02T08:31:00.000Z',
      price: '2',
      reminded_at: '2024-05-02T08:31:00.000Z',
      starts: '2024-05-02T08:31:00.000Z',
      state: 'done',
    },
  },
  attachment: { first: { name: 'name-1' }, second: { name: 'name-2' } },
  auditEntry: {
    first: {
      action: 'create',
      at: '2024-05-01T08:31:00.000Z',
      by: 'by-1',
      changes: {},
      item: 'item-1',
      model: 'model-1',
    },
    second: {
      action: 'update',
      at: '2024-05-02T08:31:00.000Z',
      by: 'by-2',
      changes: {},
      item: 'item-2',
      model: 'model-2',
    },
  },
  doctor: { first: { name: 'name-1' }, second: { name: 'name-2' } },
  hour: {
    first: { closes: '08:31:01', opens: '08:31:01', weekday: 1 },
    second: { closes: '08:31:02', opens: '08:31:02', weekday: 2 },
  },
  organization: {
    first: { name: 'name-1', time_zone: 'time_zone-1' },
    second: { name: 'name-2', time_zone: 'time_zone-2' },
  },
  patient: {
    first: { email: 'someone-1@example.com', name: 'name-1' },
    second: { email: 'someone-2@example.com', name: 'name-2' },
  },
  sentMail: { first: { key: 'key-1', sent_at: '2024-05-01T08:31:00.000Z' } },
  service: {
    first: { minutes: 5, name: 'name-1', price: '1' },
    second: { minutes: 6, name: 'name-2', price: '2' },
  },
  user: {
    first: { email: 'someone-1@example.com', password: 'password-1xx', username: 'username-1' },
    second: { email: 'someone-2@example.com', password: 'password-2xx', username: 'username-2' },
  },
} satisfies {
  appointment: Readonly<
    Record<string, Omit<AppointmentCreate, 'doctor' | 'organization' | 'patient' | 'service'>>
  >
  attachment: Readonly<Record<string, Omit<AttachmentCreate, 'patient'>>>
  auditEntry: Readonly<Record<string, Omit<AuditEntryCreate, 'organization'>>>
  doctor: Readonly<Record<string, DoctorCreate>>
  hour: Readonly<Record<string, Omit<HourCreate, 'doctor'>>>
  organization: Readonly<Record<string, OrganizationCreate>>
  patient: Readonly<Record<string, PatientCreate>>
  sentMail: Readonly<Record<string, SentMailCreate>>
  service: Readonly<Record<string, ServiceCreate>>
  user: Readonly<Record<string, Omit<UserCreate, 'active'>>>
}
