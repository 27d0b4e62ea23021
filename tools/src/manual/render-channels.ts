import { listProviders, type ProviderSpec } from '@tollgate/dialects';
import { asCode, renderTable } from './render-table.ts';
import { type Language, words } from './words.ts';

/** Renders a table of all channel types: their URLs, keys and further form fields. */
export function renderChannels(language: Language): string {
  const { tables } = words(language).manual;
  return renderTable(
    [tables.type, tables.provider, tables.address, tables.dialects, tables.key, tables.fields],
    listProviders().map((provider) => [
      String(provider.type),
      labelOf(provider, language),
      asCode(provider.defaultBaseUrl),
      dialectsOf(provider).map(asCode).join(' ') || '–',
      keyOf(provider, language),
      fieldsOf(provider, language),
    ]),
  );
}

/** Returns the console's name for the provider of a channel type. */
export function labelOfType(type: number, language: Language): string {
  const provider = listProviders().find((one) => one.type === type);
  return provider ? labelOf(provider, language) : '';
}

function labelOf({ label, labelKey }: ProviderSpec, language: Language): string {
  return words(language).providers.labels[lastPart(labelKey ?? '')] ?? label;
}

function dialectsOf({ upstreamDialect, chatEndpoints = {} }: ProviderSpec): string[] {
  return [...new Set([upstreamDialect ?? '', ...Object.keys(chatEndpoints)])].filter(Boolean);
}

function keyOf({ keyHint }: ProviderSpec, language: Language): string {
  return words(language).providers.keys[lastPart(keyHint)] ?? '';
}

/** Fields besides the key, with an example; for settings only the name. */
function fieldsOf({ fields }: ProviderSpec, language: Language): string {
  const { providers, manual } = words(language);
  const listed = fields
    .filter(({ name }) => name !== 'key')
    .map(({ labelKey, required, placeholder }) => {
      const label = providers.fields[labelKey.split('.').at(-2) ?? '']?.label ?? '';
      const example = placeholder === '' ? '' : ` ${asCode(placeholder)}`;
      return `${label}${example}${required ? ` (${manual.tables.required})` : ''}`;
    });
  return listed.length === 0 ? '–' : listed.join('; ');
}

const lastPart = (path: string) => path.split('.').at(-1) ?? '';
