import { defineConfig, type Plugin } from 'vite'

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes all but ASCII. One other character makes V8 store a whole file with two bytes a character, for as long as it runs. */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
    }
  },
}

// One file each for the program, its threads and its helper processes: loading hundreds of library files one by one takes longer than
// everything else at a start. Native modules cannot be bundled.
export default defineConfig({
  publicDir: false,
  plugins: [ascii],
  ssr: { noExternal: true, external: ['better-sqlite3', '@lydell/node-pty', 'sharp'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: {
        cli: 'src/cli.ts',
        helper: 'src/helper/helper.ts',
        'parse-worker': 'src/adapters/transcripts/thread/parse-worker.ts',
        'watch-worker': 'src/adapters/transcripts/watch/watch-worker.ts',
        'side-worker': 'src/adapters/sqlite/side/side-worker.ts',
        'export-worker': 'src/adapters/sqlite/export/export-worker.ts',
        'stage-worker': 'src/adapters/import/stage-worker.ts',
        'checkpoint-worker': 'src/adapters/sqlite/checkpoint-worker.ts',
        thumbnail: 'src/adapters/proof/thumbnail.ts',
        'fork-server': 'src/adapters/process/fork-server/fork-server.ts',
      },
      // Beside each other, so that a thread is found from wherever the code that starts it comes to lie.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the source of every loaded file in memory. Names stay: stack traces show them.
        minify: { compress: true, mangle: false, codegen: true },
      },
    },
  },
})
