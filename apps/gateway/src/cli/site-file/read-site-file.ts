import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PRUNABLE, wantedConfiguration, type WantedConfiguration } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { isAlias, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Language } from '../../domain/error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { CommandError, type CommandInput } from '../command.ts';
import { type FileFault, FileRefused } from './file-fault.ts';
import { resolveReferences } from './resolve-references.ts';

/** The console API's body limit, so that a file that is too long is refused before it is sent. */
const BYTES_MAX = 1024 * 1024;
const FAULTS_SHOWN = 20;

type Document = ReturnType<typeof parseDocument>;

/**
 * Reads the configuration file named by a command, with references resolved, as sent to the gateway. Throws a
 * CommandError with each fault and its line.
 */
export function readSiteFile({
  positionals: [path = ''],
  env,
  language,
}: Pick<CommandInput, 'positionals' | 'env' | 'language'>): WantedConfiguration {
  const words = texts[language].configuration;
  const lines = new LineCounter();
  let document: Document | undefined;
  try {
    document = parse(readText(path, language), lines, language);
    return interpret(document.toJS({ maxAliasCount: 0 }), {
      env,
      folder: dirname(path),
      language,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`${path}: ${words.tooDeep}`, 1);
    if (!(error instanceof FileRefused)) throw error;
    const { faults } = error;
    const shown = faults.slice(0, FAULTS_SHOWN).map(({ path: faultPath, text }) => {
      const position = findPosition(document, lines, faultPath);
      return `  ${position === undefined ? '' : `${position}: `}${[faultPath.join('.'), text].filter(Boolean).join(': ')}`;
    });
    const more = faults.length > FAULTS_SHOWN ? ['  …'] : [];
    const headline = fillIn(words.fileWrong, { path, count: faults.length });
    throw new CommandError([headline, ...shown, ...more].join('\n'));
  }
}

function readText(path: string, language: Language): string {
  const words = texts[language].configuration;
  try {
    const { size } = statSync(path);
    if (size > BYTES_MAX) throw new CommandError(fillIn(words.fileTooLarge, { path, bytes: size }));
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = (error as Error).message;
    throw new CommandError(fillIn(words.fileMissing, { path, reason }));
  }
}

/** Parses one document of plain YAML 1.2: no anchors, aliases, merge keys or custom tags. */
function parse(text: string, lineCounter: LineCounter, language: Language): Document {
  // The library's own check for duplicate names is quadratic; ours is below.
  const document = parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw new FileRefused([{ path: [], text: problem.message.trimEnd() }]);
  const faults: FileFault[] = [];
  const words = texts[language].configuration;
  const addFault = (node: { range?: readonly number[] | null }, problem: string) => {
    const prefix = node.range ? `${formatPosition(lineCounter, node.range[0] ?? 0)}: ` : '';
    faults.push({ path: [], text: prefix + problem });
    return visit.BREAK;
  };
  const checkAnchor = (node: Node) =>
    isAlias(node) || ('anchor' in node && node.anchor) ? addFault(node, words.aliases) : undefined;
  visit(document, {
    Node: (_key, node) => checkAnchor(node),
    Map(_key, node) {
      const seen = new Set<string>();
      for (const { key } of node.items) {
        if (!isScalar(key)) continue;
        // A number and the same digits as text are one name.
        const name = String(key.value);
        if (seen.has(name)) return addFault(key, fillIn(words.nameTwice, { name }));
        seen.add(name);
      }
      return checkAnchor(node);
    },
  });
  if (faults.length > 0) throw new FileRefused(faults);
  return document;
}

interface Around {
  env: CommandInput['env'];
  folder: string;
  language: Language;
}

const PARTS = ['prune', 'channels', 'groups', 'prices', 'options'] as const;

function interpret(root: unknown, context: Around): WantedConfiguration {
  const words = texts[context.language].configuration;
  if (!isObject(root)) throw new FileRefused([{ path: [], text: words.notMembers }]);
  const unknown = Object.keys(root).filter((name) => !PARTS.some((part) => part === name));
  const parts = PARTS.filter((part) => part !== 'prune');
  const misshapen = parts.filter((part) => !isObject(root[part] ?? {}));
  const { value, secrets, faults } = resolveReferences(root, context);
  faults.push(
    ...unknown.map((field) => ({ path: [field], text: fillIn(words.unknownField, { field }) })),
    ...misshapen.map((part) => ({ path: [part], text: words.notMembers })),
  );
  if (faults.length > 0) throw new FileRefused(faults);
  const { prune, ...sections } = value as Record<string, Record<string, unknown> | undefined>;
  const entriesOf = (part: Part) => Object.entries(sections[part] ?? {});
  const checked = wantedConfiguration.safeParse({
    prune: readPrune(prune),
    channels: entriesOf('channels').map(withName),
    ...(sections.groups && {
      groups: entriesOf('groups').map(([name, group]) => ({ name, group })),
    }),
    ...(sections.prices && {
      prices: entriesOf('prices').map(([model, price]) => ({ model, price })),
    }),
    options: entriesOf('options').map(([key, option]) => ({ key, value: option })),
    secrets,
  });
  if (checked.success) return checked.data;
  const names = Object.fromEntries(
    parts.map((part) => [part, entriesOf(part).map(([name]) => name)]),
  ) as Record<Part, string[]>;
  throw new FileRefused(
    checked.error.issues.flatMap((issue) => explainIssue(issue, names, context.language)),
  );
}

type Part = Exclude<(typeof PARTS)[number], 'prune'>;

const withName = ([name, fields]: [string, unknown]) =>
  isObject(fields) ? { ...fields, name } : fields;

/** `true` prunes everything that can be pruned. */
const readPrune = (prune: unknown) =>
  prune === true ? PRUNABLE : prune === false || prune === undefined ? [] : prune;

interface Issue {
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

function explainIssue(
  { path, message, keys }: Issue,
  names: Readonly<Record<Part, readonly string[]>>,
  language: Language,
): FileFault[] {
  const words = texts[language].configuration;
  const [part = '', index, ...rest] = path;
  const list = Object.hasOwn(names, part) ? names[part as Part] : undefined;
  // The request wraps these entries in objects and the file does not, so that step of the path is dropped.
  const isWrapped = part !== 'channels';
  const steps = list
    ? [part, list[Number(index)] ?? '', ...(isWrapped ? rest.slice(1) : rest)]
    : path;
  const steppedPath = steps.map(String).filter((step) => step !== '');
  if (keys)
    return keys.map((field) => ({
      path: [...steppedPath, field],
      text: fillIn(words.unknownField, { field }),
    }));
  const errors: Readonly<Record<string, string>> = texts[language].errors;
  return [
    { path: steppedPath, text: errors[message] ?? fillIn(words.wrongValue, { reason: message }) },
  ];
}

/** Finds line and column of a path: of its name, or of its nearest existing ancestor. */
function findPosition(
  document: Document | undefined,
  lines: LineCounter,
  path: readonly string[],
): string | undefined {
  for (let length = path.length; length > 0 && document; length -= 1) {
    const parent: unknown =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    const key = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === name)?.key
      : undefined;
    const node = (key ?? document.getIn(path.slice(0, length), true)) as
      | { range?: number[] }
      | undefined;
    const offset = node?.range?.[0];
    if (offset !== undefined) return formatPosition(lines, offset);
  }
  return undefined;
}

function formatPosition(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}
