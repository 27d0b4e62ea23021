import type { Plugin } from 'vite';

const ATTRIBUTE = /,\s*\{\s*with:\s*\{\s*type:\s*'json'\s*\}\s*,?\s*\}/g;

/**
 * Removes the attribute that Node requires on dynamic JSON imports: Vite serves JSON as modules, but the
 * attribute makes a browser request JSON. The build removes it by itself; this does so in `npm run dev`.
 */
export function plainJsonImports(): Plugin {
  return {
    name: 'tollgate:plain-json-imports',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/i18n\/src\/.*\.ts$/ },
      handler: (code) => code.replaceAll(ATTRIBUTE, ''),
    },
  };
}
