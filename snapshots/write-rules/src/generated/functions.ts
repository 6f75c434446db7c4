import '../handlers/number-invoice.js'
import '../principals/is-customer.js'
