import '../principals/is-customer.js'
