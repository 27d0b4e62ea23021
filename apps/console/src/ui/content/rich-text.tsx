import { lazy, Suspense } from 'react';

const SanitizedHtml = lazy(async () => ({
  default: (await import('./sanitized-html.tsx')).SanitizedHtml,
}));

/** A text that administrators wrote for everybody, in Markdown or HTML; nothing in it can run. */
export function RichText({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <SanitizedHtml text={text} />
    </Suspense>
  );
}
