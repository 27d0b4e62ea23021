/** The docs in the order of their navigation: a slug is a file in docs/site for each language. */
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

export type DocSection = (typeof docSections)[number]['id'];

export const FIRST_DOC = 'quickstart';

/** Every slug, in order. */
export const docSlugs: readonly string[] = docSections.flatMap(({ slugs }) => slugs);
