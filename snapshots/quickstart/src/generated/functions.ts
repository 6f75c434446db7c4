import '../handlers/tidy-title.js'
