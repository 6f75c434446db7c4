import './routes/papers.js'
import './routes/people.js'
import './routes/seals.js'
import './routes/teams.js'
