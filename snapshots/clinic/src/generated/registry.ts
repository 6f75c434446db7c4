import type { BookAppointment, CancelAppointment, CompleteAppointment } from './actions/appointments.js'
import type { DownloadAttachment } from './actions/attachments.js'
import type { UploadAttachment } from './actions/patients.js'
import type { GetRevenue } from './actions/reports.js'
import type * as events from './events.js'
import type { AppointmentTypes } from './models/appointment.js'
import type { ServiceTypes } from './models/service.js'
import type { UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { mailRegistration } from './runtime/accounts/mail.js'
import type { RowChange } from './runtime/changes/changes.js'
import { OperationRegistry } from './runtime/events/operation-registry.js'
import type { ActionFunction } from './runtime/http/actions.js'
import type { Respond } from './runtime/http/responses.js'
import { jobRegistration } from './runtime/jobs/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  refuse_registration: (event: events.UserEvent<'before_register'>) => unknown
  audit: (
    change:
      | RowChange<AppointmentTypes, Repositories, events.Caller>
      | RowChange<ServiceTypes, Repositories, events.Caller>,
  ) => unknown
  invite: (change: RowChange<UserTypes, Repositories, events.Caller>) => unknown
}

/** The type of each custom action's function. */
export type Actions = {
  book_appointment: ActionFunction<
    BookAppointment,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<BookAppointment['responses']>
  >
  cancel_appointment: ActionFunction<
    CancelAppointment,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<CancelAppointment['responses']>
  >
  complete_appointment: ActionFunction<
    CompleteAppointment,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<CompleteAppointment['responses']>
  >
  download_attachment: ActionFunction<
    DownloadAttachment,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<DownloadAttachment['responses']>
  >
  upload_attachment: ActionFunction<
    UploadAttachment,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<UploadAttachment['responses']>
  >
  get_revenue: ActionFunction<
    GetRevenue,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<GetRevenue['responses']>
  >
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)` or
 * `registry.action('name', …)`.
 */
export const registry = Object.assign(
  new OperationRegistry<Functions, Actions>({
    refuse_registration: { kind: 'handler', file: 'src/handlers/refuse-registration.ts' },
    audit: { kind: 'change handler', file: 'src/handlers/audit.ts' },
    invite: { kind: 'change handler', file: 'src/handlers/invite.ts' },
    'action book_appointment': { kind: 'action', file: 'src/actions/book-appointment.ts' },
    'action cancel_appointment': { kind: 'action', file: 'src/actions/cancel-appointment.ts' },
    'action complete_appointment': { kind: 'action', file: 'src/actions/complete-appointment.ts' },
    'action download_attachment': { kind: 'action', file: 'src/actions/download-attachment.ts' },
    'action upload_attachment': { kind: 'action', file: 'src/actions/upload-attachment.ts' },
    'action get_revenue': { kind: 'action', file: 'src/actions/get-revenue.ts' },
  }),
  mailRegistration<events.Caller>(),
  jobRegistration<Repositories>(),
)
