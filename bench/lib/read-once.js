import { analyse } from '../../dist/analyse.js'
import { Collector } from '../../dist/collector.js'
import { readApi } from '../../dist/raml.js'

const collector = new Collector()
const { api } = readApi(process.argv[2], { includeRoot: null, collector })
if (api !== null) analyse(api, { engine: 'svc_sqla', collector })
