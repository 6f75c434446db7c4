import '../handlers/refuse-registration.js'
import '../handlers/audit.js'
import '../handlers/invite.js'
import '../actions/book-appointment.js'
import '../actions/cancel-appointment.js'
import '../actions/complete-appointment.js'
import '../actions/download-attachment.js'
import '../actions/upload-attachment.js'
import '../actions/get-revenue.js'
import { loadFiles } from './runtime/jobs/load.js'

await import('../mail.js')
await loadFiles(new URL('../jobs/', import.meta.url))
