import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVICE = 'http://127.0.0.1:4820'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill would be the only script that no supported browser needs.
    modulePreload: { polyfill: false },
    // Fonts as data: URLs would be refused by font-src 'self'.
    assetsInlineLimit: 0,
    manifest: true,
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
