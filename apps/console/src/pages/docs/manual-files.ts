/** Every page of the operators' manual, by its path; each is fetched when it is read. */
export const manualFiles = import.meta.glob<string>('../../../../../docs/manual/*/*.md', {
  query: '?raw',
  import: 'default',
});
