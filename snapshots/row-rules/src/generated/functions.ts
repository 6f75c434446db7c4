import '../principals/tagged-for.js'
import '../actions/post-notes-id-publish.js'
import '../actions/get-notes-id-title.js'
