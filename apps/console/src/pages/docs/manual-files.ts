/** Loaders of the operators' manual, by path; each page is fetched on demand. */
export const manualFiles = import.meta.glob<string>('../../../../../docs/manual/*/*.md', {
  query: '?raw',
  import: 'default',
});
