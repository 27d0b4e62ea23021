import type { TextTree } from './contract-text.ts';
import type { Rule } from './rule.ts';
import { findNodes, isNode, nameOf, type SyntaxNode } from './walk.ts';

const PLACEHOLDER = /\{\{\s*(\w+)/g;
const PLURALS = ['', '_zero', '_one', '_other'];

/**
 * Ensures that `t('area.key', { … })` fills all placeholders of its text, which people would otherwise read
 * as `{{name}}`. Keys and values computed elsewhere are skipped.
 */
export function filledTextRule(languages: Readonly<Record<string, TextTree>>): Rule {
  return {
    name: 'placeholders of texts are filled in',
    check(file) {
      if (!/^apps\/console\/src\/.*\.tsx?$/.test(file.path)) return [];
      return findNodes(file.program, 'CallExpression').flatMap((call) => {
        const [key, values] = call.arguments as SyntaxNode[];
        if (nameOf(call.callee) !== 't' || !key) return [];
        const names = namesIn(values);
        if (!names) return [];
        return literalsOf(key).flatMap((literal) => {
          const open = placeholdersOf(literal, languages).filter((name) => !names.has(name));
          return open.map((name) => ({
            line: file.lineAt(call.start),
            message: `t('${literal}') leaves {{${name}}} open`,
          }));
        });
      });
    },
  };
}

/** The member names of an object; undefined if they can't be determined. */
function namesIn(values: SyntaxNode | undefined): Set<string> | undefined {
  if (!values) return new Set();
  if (values.type !== 'ObjectExpression') return undefined;
  const names = (values.properties as SyntaxNode[]).map(({ key }) => nameOf(key));
  const isSeen = names.every((name) => name !== undefined) && !names.includes('returnObjects');
  return isSeen ? new Set(names as string[]) : undefined;
}

/** The keys that an expression may evaluate to. */
function literalsOf(key: unknown): string[] {
  if (!isNode(key)) return [];
  if (key.type === 'ConditionalExpression')
    return [...literalsOf(key.consequent), ...literalsOf(key.alternate)];
  return key.type === 'Literal' && typeof key.value === 'string' ? [key.value] : [];
}

function placeholdersOf(key: string, languages: Readonly<Record<string, TextTree>>): string[] {
  const texts = Object.values(languages).flatMap((tree) =>
    PLURALS.map((plural) => textAt(tree, `${key}${plural}`)),
  );
  return [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
    ),
  ];
}

function textAt(tree: TextTree, key: string): string {
  const text = key
    .split('.')
    .reduce<string | TextTree | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      tree,
    );
  return typeof text === 'string' ? text : '';
}
