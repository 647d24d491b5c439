import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the service. */
const service = `http://127.0.0.1:${process.env['APP_SERVER_PORT'] ?? '8080'}`;

export default defineConfig({
  root: import.meta.dirname,
  // The server answers everything below it from the built folder, and nothing else.
  base: '/home/',
  // The server puts a nonce of its own into every answer in place of this word.
  html: { cspNonce: 'HOOKLINE_NONCE' },
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    // Small files as data: URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Only shows in browsers that the page does not run in anyway.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': service,
      '/assets': service,
      '/login': service,
      '/readyz': service,
      '/ws': { target: service, ws: true },
    },
  },
});
