import {
  findLoginProvider,
  type OptionDefinition,
  optionRegistry,
  paymentBrandOf,
} from '@tollgate/contract';
import { optionExamples } from './option-examples.ts';
import { asCode, renderTable } from './render-table.ts';
import { fillText, type Language, words } from './words.ts';

const BOTH = { true: 'false', false: 'true' } as const;

/** Fallbacks for options without their own example; numbers show their default. */
const PLAIN_EXAMPLES: Partial<Record<OptionDefinition['kind'], string>> = {
  text: 'text',
  url: 'https://example.com',
  list: 'one,two',
};

/** Returns an example value; for a switch or choice, one that is not the default. */
export function exampleOf(option: OptionDefinition): string {
  const { key, kind, default: usual, choices, min = 1 } = option;
  if (kind === 'boolean') return BOTH[usual as keyof typeof BOTH];
  if (kind === 'choice') return choices?.find((choice) => choice !== usual) ?? usual;
  return optionExamples[key] ?? PLAIN_EXAMPLES[kind] ?? (usual || String(min));
}

/** Renders a heading and a table for each section of the settings. */
export function renderOptions(language: Language): string {
  const { tables } = words(language).manual;
  const groups = [...new Set(optionRegistry.map(({ group }) => group))];
  return groups
    .map((group) => {
      const rows = optionRegistry
        .filter((option) => option.group === group)
        .map((option) => [
          `\`${option.key}\`${option.write === 'root' ? ' \\*' : ''}`,
          describeOption(option, language),
          defaultOf(option, tables.builtIn),
          asCode(exampleOf(option)),
        ]);
      const head = [tables.option, tables.meaning, tables.default, tables.example];
      return `## ${sectionOf(group, language)}\n\n${renderTable(head, rows)}`;
    })
    .join('\n\n');
}

function defaultOf({ default: usual, seeded }: OptionDefinition, builtIn: string): string {
  return seeded ? builtIn : asCode(usual);
}

/** Label, hint and range, as shown in the settings. */
function describeOption(option: OptionDefinition, language: Language): string {
  const { options, optionHints, manual } = words(language);
  const { key, label, group, min, max, choices = [], secret } = option;
  const named = label
    ? (options[`${label.text}_${group}`] ?? options[label.text] ?? label.text)
    : (options[key] ?? key);
  const values = { provider: label?.provider ?? '' };
  const parts = [fillText(named, values), optionHints[key] ?? ''];
  if (min !== undefined && max !== undefined)
    parts.push(fillText(manual.tables.range, { min: String(min), max: String(max) }));
  if (choices.length > 0) parts.push(choices.map((choice) => `\`${choice}\``).join(' · '));
  if (secret) parts.push(manual.tables.secret);
  const end = language === 'zh' ? '。' : '. ';
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/[.。]$/, ''))
    .join(end);
}

function sectionOf(group: string, language: Language): string {
  const { sections } = words(language).setting as { sections: Record<string, string> };
  const provider = findLoginProvider(group);
  if (!provider) return sections[group] ?? paymentBrandOf(group) ?? group;
  const text = sections[`loginProvider_${group}`] ?? sections.loginProvider ?? group;
  return fillText(text, { provider: provider.name });
}
