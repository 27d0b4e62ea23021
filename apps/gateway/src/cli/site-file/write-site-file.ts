import type { SiteConfiguration } from '@tollgate/contract';
import { Document, isCollection, isMap, visit } from 'yaml';
import { isObject } from '../../platform/lenient-json.ts';
import { readReference } from './resolve-references.ts';

export interface SiteFile {
  text: string;
  /** The environment variables it refers to. */
  variables: string[];
}

/** Texts of several lines are not folded: the library changes those that begin with a space. */
const FORMAT = { lineWidth: 100, blockQuote: 'literal', doubleQuotedAsJSON: true } as const;
/** Texts that the library does not write as a block, or that no longer are the same when read from one. */
const FRAGILE = /^\s(?=[^]*\n)|\n[ \t]+(?:\n|$)|\r/;

/** Writes a configuration as a YAML file, with references to variables for secrets. */
export function writeSiteFile(
  { channels, groups, prices, options, secrets }: SiteConfiguration,
  comment: string,
): SiteFile {
  const document = new Document({
    channels: Object.fromEntries(
      channels.map(({ name, ...fields }) => [
        name,
        withoutReferences(fields, ['channels', name], secrets),
      ]),
    ),
    groups: Object.fromEntries(groups.map(({ name, group }) => [name, group])),
    ...(prices.length > 0 && {
      prices: Object.fromEntries(prices.map(({ model, price }) => [model, toNumbers(price)])),
    }),
    options: withoutReferences(
      Object.fromEntries(options.map(({ key, value }) => [key, value])),
      ['options'],
      secrets,
    ),
  });
  document.commentBefore = comment
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n');
  // Short lists of words stay on one line.
  visit(document, {
    Seq(_key, node) {
      if (node.items.every((item) => !isCollection(item))) node.flow = true;
    },
    Scalar(_key, node) {
      if (typeof node.value === 'string' && FRAGILE.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  for (const part of ['groups', 'prices']) lineUp(document.get(part));
  const variables = new Set<string>();
  for (const path of secrets) {
    const name = freeName(variables, path);
    variables.add(name);
    document.setIn(path, document.createNode({ env: name }, { flow: true }));
  }
  return { text: document.toString(FORMAT), variables: [...variables] };
}

/**
 * Writes values with a mapping that would be read as a reference, such as a model mapping of one model called
 * `env`, as JSON in a text, unless secrets have to be put into them.
 */
function withoutReferences(
  fields: Readonly<Record<string, unknown>>,
  path: readonly string[],
  secrets: SiteConfiguration['secrets'],
): Record<string, unknown> {
  const isAsText = (name: string, value: unknown) =>
    isReferenceInside(value) &&
    !secrets.some((secret) => [...path, name].every((step, depth) => secret[depth] === step));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isAsText(name, value) ? JSON.stringify(value) : value,
    ]),
  );
}

function isReferenceInside(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isReferenceInside);
  if (!isObject(value)) return false;
  return readReference(value) !== undefined || Object.values(value).some(isReferenceInside);
}

/** Puts each entry of a section on one line if it fits. */
function lineUp(section: unknown): void {
  if (!isMap(section)) return;
  for (const { value } of section.items) if (isCollection(value)) value.flow = true;
}

/** Writes prices as numbers if these have the same digits, to avoid quotes. */
function toNumbers(value: unknown): unknown {
  if (typeof value === 'string') return String(Number(value)) === value ? Number(value) : value;
  if (Array.isArray(value)) return value.map(toNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toNumbers(inner)]));
}

/** Builds a variable name from the path to the value: `CHANNEL_OPENAI_MAIN_KEY`, `SMTP_TOKEN`. */
function freeName(usedNames: ReadonlySet<string>, [kind = '', ...path]: readonly string[]): string {
  const segments = path.map((step) =>
    step
      .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
      .toUpperCase()
      .replace(/[^A-Z\d]+/g, '_')
      .replace(/^_+|_+$/g, ''),
  );
  const parts = [...(kind === 'channels' ? ['CHANNEL'] : []), ...segments].filter(
    (part) => part !== '',
  );
  const base = parts.join('_').replace(/^(?=\d)/, '_');
  if (!usedNames.has(base)) return base;
  let number = 2;
  while (usedNames.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}
