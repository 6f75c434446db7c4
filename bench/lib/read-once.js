import { analyze } from '../../dist/analyze.js'
import { Collector } from '../../dist/collector.js'
import { readApi } from '../../dist/raml.js'

const collector = new Collector()
const { api } = readApi(process.argv[2], { includeRoot: null, collector })
if (api !== null) analyze(api, { engine: 'svc_sqla', collector })
