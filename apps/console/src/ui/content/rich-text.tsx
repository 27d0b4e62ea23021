import { Suspense } from 'react';
import { lazyPart } from '../../lazy-part.ts';

const SanitizedHtml = lazyPart(async () => ({
  default: (await import('./sanitized-html.tsx')).SanitizedHtml,
}));

/** A text by administrators in Markdown or HTML, rendered so that nothing in it can run. */
export function RichText({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <SanitizedHtml text={text} />
    </Suspense>
  );
}
