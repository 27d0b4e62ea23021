import { afterEach, beforeEach } from 'vitest';

// Files that render begin with `@vitest-environment happy-dom`; all others run without a document.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('./prepare-document.ts');
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);
}
