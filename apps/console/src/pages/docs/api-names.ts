/** Names of the management API in another language: of its groups, and summaries by operation id. */
export interface ApiNames {
  groups: Readonly<Record<string, string>>;
  summaries: Readonly<Record<string, string>>;
}

const files = import.meta.glob<ApiNames>('../../../../../docs/site/api-names.*.json', {
  import: 'default',
});

/** The names in a language, fetched on their own; English is what the description itself says. */
export async function loadApiNames(language: string): Promise<ApiNames> {
  const [, load] = Object.entries(files).find(([path]) => path.endsWith(`.${language}.json`)) ?? [];
  return (await load?.()) ?? { groups: {}, summaries: {} };
}
