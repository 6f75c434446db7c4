import '../principals/is-owner.js'
import '../principals/is-sealed.js'
