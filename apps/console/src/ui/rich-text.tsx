import { lazy, Suspense } from 'react';

const CleanedText = lazy(async () => ({
  default: (await import('./cleaned-text.tsx')).CleanedText,
}));

/** A text that administrators wrote for everybody, in Markdown or HTML; nothing in it can run. */
export function RichText({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <CleanedText text={text} />
    </Suspense>
  );
}
