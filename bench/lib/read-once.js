import { analyse } from '../../dist/analyse/index.js'
import { Collector } from '../../dist/diagnostics/collector.js'
import { readApi } from '../../dist/raml/index.js'

const collector = new Collector()
const { api } = readApi(process.argv[2], { includeRoot: null, collector })
if (api !== null) analyse(api, { engine: 'svc_sqla', collector })
