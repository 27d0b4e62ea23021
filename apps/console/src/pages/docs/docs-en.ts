/** Every page of the docs in this language, by its path. */
export const docs = import.meta.glob<string>('../../../../../docs/site/*.en.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
