import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'
import { notices } from './src/build/notices.js'
import { embedding } from './src/emit/embedded/plugin.js'

/**
 * Bundles hundreds of modules into a few files, because resolving them takes a large part of a short run. Native and
 * large packages are not bundled; npm installs them.
 */
export default defineConfig({
  input: {
    main: 'src/cli/main.ts',
    // For `bench/read`.
    raml: 'src/raml/read-api.ts',
    analyze: 'src/analyze/index.ts',
    collector: 'src/diagnostics/collector.ts',
  },
  platform: 'node',
  external: [/^node:/, 'oxfmt', 'prettier', 'yaml'],
  plugins: [embedding(fileURLToPath(new URL('templates', import.meta.url))), notices('THIRD-PARTY.txt')],
  output: { dir: 'dist', cleanDir: true, chunkFileNames: '[name].js' },
})
