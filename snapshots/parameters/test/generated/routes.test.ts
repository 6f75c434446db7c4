import { registry } from '../../src/generated/index.js'
import './routes/books.js'
import './routes/shelves.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
