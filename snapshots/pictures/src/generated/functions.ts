import '../handlers/populate-exif.js'
import '../handlers/populate-name.js'
import '../handlers/readonly-url.js'
import '../handlers/validate-url-present.js'
