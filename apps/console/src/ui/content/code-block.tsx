import { Suspense } from 'react';
import './code-block.css';
import { lazyPart } from '../../lazy-part.ts';

const HighlightedCode = lazyPart(async () => ({
  default: (await import('./highlighted-code.tsx')).HighlightedCode,
}));

/** Code, scrolled sideways if wide; readable at once, highlighted once the highlighter has loaded. */
export function CodeBlock({
  code,
  language,
  label,
}: {
  code: string;
  language: string;
  /** Accessible name. */
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
