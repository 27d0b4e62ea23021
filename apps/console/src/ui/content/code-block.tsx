import { lazy, Suspense } from 'react';
import './code-block.css';

const HighlightedCode = lazy(async () => ({
  default: (await import('./highlighted-code.tsx')).HighlightedCode,
}));

/** Code, scrolled sideways where it is wide; readable at once, coloured as soon as its colours are there. */
export function CodeBlock({
  code,
  language,
  label,
}: {
  code: string;
  language: string;
  /** What a screen reader calls it. */
  label: string;
}) {
  return (
    // Scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="code-block" tabIndex={0} role="region" aria-label={label}>
      <Suspense fallback={<code>{code}</code>}>
        <HighlightedCode code={code} language={language} />
      </Suspense>
    </pre>
  );
}
