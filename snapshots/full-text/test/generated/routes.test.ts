import './routes/articles.js'
import './routes/authors.js'
import './routes/drafts.js'
import './routes/pages.js'
