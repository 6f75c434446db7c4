import './routes/bigs.js'
import './routes/entries.js'
import './routes/listings.js'
import './routes/tokens.js'
