import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Mantine packages whose styles come as one sheet, and the component that we use of each. */
const COMPONENTS: Readonly<Record<string, string>> = {
  charts: 'BarChart/BarChart.mjs',
  dates: 'components/DatePicker/DatePicker.mjs',
};

const SHEET = /@mantine\/(charts|dates)\/styles(\.layer)?\.css$/;
const CLASS = /\bm_[\da-f]+/g;
const RULE = /[^{}@;]+\{[^{}]*\}/g;
const IMPORT = /\bfrom "(\..+?)"/g;

/** Leaves the styles of components that we do not use out of the sheets of Mantine's calendars and charts. */
export function usedMantineStyles(): Plugin {
  const dropped = new Set<string>();
  return {
    name: 'tollgate:used-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: SHEET },
      handler(css, id) {
        const [, name = ''] = SHEET.exec(id) ?? [];
        const used = readClasses(join(dirname(id), 'esm', COMPONENTS[name] ?? ''));
        for (const found of css.match(CLASS) ?? []) if (!used.has(found)) dropped.add(found);
        return keepRules(css, used);
      },
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const code = chunk.type === 'chunk' ? chunk.code : '';
        const missing = code.match(CLASS)?.find((name) => dropped.has(name));
        if (missing) this.error(`No styles for ${missing}: name its component in COMPONENTS.`);
      }
    },
  };
}

/** Removes the selectors with a class that is not used, and the rules that have no others. */
export function keepRules(css: string, used: ReadonlySet<string>): string {
  return css.replaceAll(RULE, (rule) => {
    const [selectors = '', body = ''] = rule.split('{');
    const kept = selectors
      .split(/,(?![^(]*\))/)
      .filter((selector) => (selector.match(CLASS) ?? []).every((name) => used.has(name)));
    return kept.length === 0 ? '' : `${kept.join(',')}{${body}`;
  });
}

/** Returns the classes in a module and in what it imports from its package. */
function readClasses(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imported = [...code.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
  return new Set([
    ...(code.match(CLASS) ?? []),
    ...imported.flatMap((path) => [...readClasses(path, seen)]),
  ]);
}
