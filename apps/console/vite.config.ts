import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractCalls } from './contract-calls.ts';
import { docsFiles } from './docs-files.ts';
import { manualScreenshots } from './manual-screenshots.ts';
import { pageFiles } from './page-files.ts';
import { plainJsonImports } from './plain-json-imports.ts';
import { precompressedFiles } from './precompressed-files.ts';
import { usedMantineStyles } from './used-mantine-styles.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000';
const proxied = Object.fromEntries(
  ['/api', '/v1', '/admin'].map((path) => [path, { target: gateway, changeOrigin: false }]),
);

/** Shared modules that visitors' pages need: none of them opens a list or a dialog, or validates with zod. */
const PLAIN =
  /@mantine\/hooks\/|@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|Textarea|Container|SimpleGrid|Anchor|Tabs|Paper|Skeleton|Badge|FloatingIndicator|SegmentedControl)\/|console\/src\/ui\/(format|hooks|display|content)\/|console\/src\/ui\/layout\/section|forms\/(create-idempotency-key|password-field)|login\/stored-referral-codes|playground\/guess-model|contract\/src\/(login-providers|quota-types)|icons\/Icon(Eye|CircleCheck|CircleX|AlertTriangle)\.mjs/;

/** Inputs of several values, which only the forms of keys, users, channels and settings have. */
const TAGS =
  /@mantine\/core\/esm\/components\/(TagsInput|MultiSelect|Pill|PillsInput|Combobox\/use-pills-reorder)\//;

export default defineConfig({
  plugins: [
    plainJsonImports(),
    react(),
    contractCalls(),
    manualScreenshots(),
    pageFiles(),
    docsFiles(),
    usedMantineStyles(),
    precompressedFiles(),
  ],
  build: {
    outDir: 'dist',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Leaves out the schemas that no page uses: the server validates, pages mostly need constants and types.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // A browser has six connections, and each request costs a round trip: so what the first paint of any
        // page needs is one file (several compress worse, too), what most pages share is a second, and the
        // part of it that visitors need a third. What few pages share stays in separate files: packed
        // together it would pull in what others need, and files would wait for each other in a cycle.
        // tools/src/budgets.ts checks the sizes.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'plain', test: PLAIN, minShareCount: 4 },
            { name: 'shared', test: (id) => !TAGS.test(id), minShareCount: 6 },
            { name: 'tags', test: TAGS },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: proxied },
  preview: { port: 4173, proxy: proxied },
});
