import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vite'

/** `npm run dev:dashboard` shows the page with a server of your own behind it. */
const server = process.env['REFLECTORY_URL'] ?? 'http://127.0.0.1:4747'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwind()],
  cacheDir: path.resolve(import.meta.dirname, '../node_modules/.cache/vite'),
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows neither inline script nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The page of one person's server, and that of a team's.
    rolldownOptions: {
      input: ['index.html', 'team.html'].map((file) => path.resolve(import.meta.dirname, file)),
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server } },
})
