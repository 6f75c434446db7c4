import '../handlers/check-reason.js'
import '../handlers/show-query.js'
