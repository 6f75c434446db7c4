import '../principals/is-owner.js'
