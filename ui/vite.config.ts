import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cssLayers } from './css-layers.js'
import { precompress } from './precompress.js'
import { preloadFonts } from './preload-fonts.js'

const SERVICE = 'http://127.0.0.1:4820'

/** What the entry imports; their own imports come with them. */
const FRAME =
  /react-dom[\\/]client|src[\\/](?:app[\\/]router|navigation[\\/]start-page|live[\\/]start|i18n[\\/]choice)\.tsx?$/

/** The libraries behind `kit`. */
const WIDGETS =
  /node_modules[\\/](?:@?radix-ui|cmdk|@floating-ui|react-remove-scroll|aria-hidden|react-style-singleton|use-callback-ref|use-sidecar)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [cssLayers(), react(), tailwindcss(), preloadFonts(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill would be the only script that no supported browser needs.
    modulePreload: { polyfill: false },
    // Fonts as data: URLs would be refused by font-src 'self'.
    assetsInlineLimit: 0,
    manifest: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        // The first page names every chunk that it may load later, and digits of a hash cannot be compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // All that the first page needs, in one file: forty small files would queue. The entry stays separate: it waits for
            // the translations, and nothing may wait for the entry.
            { name: 'frame', test: FRAME, priority: 2 },
            // Loads beside the first page, so it must not bring what only other pages need.
            { name: 'next', test: /src[\\/](?:push[\\/]|preferences[\\/]|app[\\/]after-paint)/, priority: 2 },
            // Lists, menus and dialogs. They change with a release of a library, the other chunks with one of ours.
            { name: 'widgets', test: WIDGETS, minShareCount: 2, priority: 2 },
            // The page of a session and that of a lane show it; no other page loads it.
            {
              name: 'conversation',
              test: /src[\\/]pages[\\/]session[\\/]conversation|node_modules[\\/](?:marked|dompurify)/,
              minShareCount: 2,
              priority: 2,
            },
            // What several pages share.
            { name: 'shared', test: /./, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The service refuses foreign origins, and the dev server's port is one.
    proxy: {
      '/api': { target: SERVICE, changeOrigin: true, headers: { origin: SERVICE } },
      '/ws': { target: SERVICE, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
})
