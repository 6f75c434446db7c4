import '../handlers/reject-banned.js'
import '../principals/is-this-user.js'
