/** Every page of the docs in this language, by its path. */
export const docs = import.meta.glob<string>('../../../../../docs/site/*.zh.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
