import '../principals/is-owner.js'
import '../principals/is-self.js'
