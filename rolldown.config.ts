import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'
import { embedding } from './src/emit/embedded/plugin.js'

/** A few files instead of hundreds, since finding and linking modules is a good part of a short run. */
export default defineConfig({
  input: {
    main: 'src/cli/main.ts',
    // What `bench/read` calls.
    raml: 'src/raml/index.ts',
    analyse: 'src/analyse/index.ts',
    collector: 'src/diagnostics/collector.ts',
  },
  platform: 'node',
  external: /^(?!virtual:)[@a-z]/,
  plugins: [embedding(fileURLToPath(new URL('templates', import.meta.url)))],
  output: { dir: 'dist', cleanDir: true, chunkFileNames: '[name].js' },
})
