/** Loads the docs of one language as Markdown, by slug. */
export async function loadDocs(language: 'en' | 'zh'): Promise<ReadonlyMap<string, string>> {
  const files =
    language === 'en' ? (await import('./docs-en.ts')).docs : (await import('./docs-zh.ts')).docs;
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path.slice(path.lastIndexOf('/') + 1, -'.en.md'.length),
      text,
    ]),
  );
}
