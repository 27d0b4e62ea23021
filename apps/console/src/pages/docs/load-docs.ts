/** The docs of a language as Markdown, by slug; each language is fetched on its own. */
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
