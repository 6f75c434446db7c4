import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'
import { notices } from './src/build/notices.js'
import { embeddingBeside } from './src/emit/embedded/plugin.js'

/**
 * A few files instead of hundreds, since finding and linking modules is a good part of a short run: one for each step that a run may or may not come
 * to. Packages that every run would load are part of them; what is left to npm is native, or large and hardly used.
 */
export default defineConfig({
  input: {
    main: 'src/cli/run.ts',
    'on-thread': 'src/threads/on-thread.ts',
    // What `bench/read` calls.
    raml: 'src/raml/index.ts',
    analyse: 'src/analyse/index.ts',
    collector: 'src/diagnostics/collector.ts',
  },
  platform: 'node',
  external: [/^node:/, 'json-schema-to-typescript', 'oxfmt', 'yaml'],
  plugins: [
    embeddingBeside(fileURLToPath(new URL('templates', import.meta.url))),
    notices('THIRD-PARTY.txt'),
  ],
  output: {
    dir: 'dist',
    cleanDir: true,
    chunkFileNames: '[name].js',
    // With all that they import, but for what is part of one before.
    codeSplitting: {
      groups: [
        { name: 'start', test: /src\/cli\/(run|generate)\.ts$/, priority: 4 },
        { name: 'pipeline', test: /src\/(pipeline|analyse\/edited-model|(ir|access)\/.*)\.ts$/, priority: 3 },
        { name: 'document', test: /src\/emit\/made-document\.ts$/, priority: 2 },
        { name: 'emit', test: /src\/(emit|migrate)\/index\.ts$/, priority: 1 },
        { name: 'read', test: /src\/(raml|analyse)\/index\.ts$/, priority: 0 },
      ],
    },
  },
})
