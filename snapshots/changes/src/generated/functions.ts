import '../handlers/greet.js'
import '../handlers/count-up.js'
import '../handlers/record.js'
