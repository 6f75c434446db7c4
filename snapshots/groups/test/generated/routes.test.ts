import './routes/bookings.js'
import './routes/memberships.js'
import './routes/people.js'
import './routes/projects.js'
