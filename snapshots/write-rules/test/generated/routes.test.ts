import { registry } from '../../src/generated/index.js'
import './routes/customers.js'
import './routes/invoices.js'
import './routes/orders.js'
import './routes/parcels.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
