import '../handlers/assign-organization.js'
