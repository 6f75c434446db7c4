import { registry } from '../../src/generated/index.js'
import './routes/stories.js'
import './routes/users.js'

// These are tests of what is generated: what your handlers and processors do is for tests of your own.
registry.pause()
