import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractCalls } from './contract-calls.ts';
import { plainJsonImports } from './plain-json-imports.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000';
const proxied = Object.fromEntries(
  ['/api', '/v1', '/admin', '/docs'].map((path) => [
    path,
    { target: gateway, changeOrigin: false },
  ]),
);

export default defineConfig({
  plugins: [plainJsonImports(), react(), contractCalls()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All that the first paint waits for in one file: pieces of it by themselves pack worse and cost
    // a request each, and a new page would cut it anew. tools/src/budgets.ts weighs it.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'first',
              tags: ['$initial'],
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: proxied },
  preview: { port: 4173, proxy: proxied },
});
