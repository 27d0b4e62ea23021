/** The docs in navigation order: a slug is a file in docs/site per language. */
export const docSections = [
  {
    id: 'start',
    slugs: ['quickstart', 'authentication', 'models', 'limits', 'errors', 'billing'],
  },
  {
    id: 'call',
    slugs: [
      'chat',
      'responses',
      'messages',
      'gemini',
      'embeddings',
      'images',
      'audio',
      'files-and-batches',
      'tasks',
    ],
  },
  {
    id: 'clients',
    slugs: [
      'claude-code',
      'codex',
      'gemini-cli',
      'opencode',
      'cursor',
      'cline',
      'cherry-studio',
      'chatbox',
      'langchain',
      'litellm',
    ],
  },
  { id: 'reference', slugs: ['api'] },
] as const;

/** The operators' manual, likewise: a slug is a file in docs/manual per language. */
export const manualSections = [
  { id: 'setUp', slugs: ['install', 'first-hour', 'deploy', 'import'] },
  {
    id: 'configure',
    slugs: [
      'channels',
      'prices',
      'payments',
      'inviting',
      'teams',
      'rate-limits',
      'traffic',
      'notifications',
      'options',
      'variables',
      'configuration',
      'command-line',
    ],
  },
  {
    id: 'operate',
    slugs: [
      'several-nodes',
      'log-store',
      'security',
      'monitoring',
      'backup',
      'upgrade',
      'troubleshooting',
    ],
  },
  { id: 'apis', slugs: ['callers', 'management-api', 'glossary'] },
] as const;

export const FIRST_DOC = 'quickstart';

/** Every slug, in order. */
export const docSlugs: readonly string[] = docSections.flatMap(({ slugs }) => slugs);

/** Every slug of the manual, in order. */
export const manualSlugs = manualSections.flatMap(({ slugs }) => [...slugs]);
export type ManualSlug = (typeof manualSlugs)[number];

/** Whether a page belongs to the manual. */
export function isManualSlug(slug: string): slug is ManualSlug {
  return (manualSlugs as readonly string[]).includes(slug);
}
