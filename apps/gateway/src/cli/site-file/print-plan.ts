import { styleText } from 'node:util';
import type {
  ConfigurationChange,
  ConfigurationField,
  ConfigurationPlan,
} from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { Language } from '../../domain/error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';

const MASK = /^•+$/;
const SIGNS = { add: '+', change: '~', delete: '-' } as const;
const COLORS = { add: 'green', change: 'yellow', delete: 'red' } as const;
const VALUE_LENGTH = 200;

/** Formats a plan as lines: what is added, changed and deleted, field by field, and how many of each. */
export function printPlan(plan: ConfigurationPlan, language: Language): string[] {
  const words = texts[language].configuration;
  if (plan.refused.length > 0)
    return [
      words.refused,
      ...plan.refused.map(
        ({ kind, name, reason }) => `  ${[words[kind], show(name)].join(' ')}: ${reason}`,
      ),
    ];
  if (plan.changes.length === 0) return [words.noChanges];
  return [
    ...plan.changes.flatMap((change) => [...printChange(change, language), '']),
    fillIn(plan.applied ? words.applied : words.summary, countChanges(plan)),
    ...(plan.applied ? [] : [fillIn(words.planId, { id: plan.id })]),
  ];
}

/** Counts additions, changes and deletions. */
function countChanges({ changes }: Pick<ConfigurationPlan, 'changes'>) {
  const count = (kind: ConfigurationChange['action']) =>
    changes.filter(({ action }) => action === kind).length;
  return { add: count('add'), change: count('change'), delete: count('delete') };
}

function printChange({ action, kind, name, fields }: ConfigurationChange, language: Language) {
  const words = texts[language].configuration;
  const head = `  ${SIGNS[action]} ${words[kind]} ${show(name)}`;
  const [only] = fields;
  if (fields.length === 1 && only?.path === '')
    return [styleText(COLORS[action], `${head}: ${printValues(only, language)}`)];
  if (action === 'delete') return [styleText(COLORS.delete, head)];
  const width = Math.max(...fields.map(({ path }) => path.length));
  return [
    styleText(COLORS[action], head),
    ...fields.map((field) => {
      const sign = action === 'add' ? 'add' : signOf(field);
      const line = `${SIGNS[sign]} ${field.path.padEnd(width)}  ${printValues(field, language)}`;
      return `      ${styleText(COLORS[sign], line)}`;
    }),
  ];
}

function signOf({ from, to }: ConfigurationField): keyof typeof SIGNS {
  if (from === undefined) return 'add';
  return to === undefined ? 'delete' : 'change';
}

function printValues({ from, to }: ConfigurationField, language: Language): string {
  const value = (side: unknown) => showValue(side, language);
  if (from === undefined) return value(to);
  if (to === undefined) return value(from);
  if (isNames(from) && isNames(to)) {
    const added = to.filter((name) => !from.includes(name)).map((name) => `+ ${show(name)}`);
    const removed = from.filter((name) => !to.includes(name)).map((name) => `- ${show(name)}`);
    return [...added, ...removed].join(', ');
  }
  return `${value(from)} → ${value(to)}`;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function showValue(value: unknown, language: Language): string {
  if (typeof value === 'string' && MASK.test(value)) return texts[language].configuration.secret;
  const text = isNames(value) ? `[${value.map(show).join(', ')}]` : show(value);
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
}

/** Formats a value on one line, escaping what could manipulate a terminal. */
function show(value: unknown): string {
  return typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._/:@-]*$/u.test(value)
    ? value
    : JSON.stringify(value).replace(
        /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}
