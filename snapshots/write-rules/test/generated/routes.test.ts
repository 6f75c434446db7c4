import './routes/customers.js'
import './routes/orders.js'
import './routes/parcels.js'
