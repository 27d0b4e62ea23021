import type { Plugin } from 'vite';

const ATTRIBUTE = /,\s*\{\s*with:\s*\{\s*type:\s*'json'\s*\}\s*,?\s*\}/g;

/**
 * Vite serves JSON as modules, while the attribute that Node wants at a dynamic import of JSON makes
 * a browser ask for JSON itself. The build drops the attribute by itself; this does so in `npm run dev`.
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
