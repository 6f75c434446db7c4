import '../handlers/class.js'
