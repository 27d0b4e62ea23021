import { Suspense } from 'react';
import './code-block.css';
import { lazyPart } from '../../lazy-part.ts';

const ModelTextView = lazyPart(async () => ({
  default: (await import('./model-text-view.tsx')).ModelTextView,
}));

/** Markdown of a model: rendered safely, and cheaply while it is `growing`. */
export function ModelText({ text, growing = false }: { text: string; growing?: boolean }) {
  return (
    <Suspense fallback={<div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>}>
      <ModelTextView text={text} growing={growing} />
    </Suspense>
  );
}
