import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { DocsSearch } from './docs-search.tsx';
import { parseDoc } from './parse-doc.ts';

test('Enter opens what was found in the docs, but not the Enter that ends what an input method composes', async () => {
  fakeServer();
  const close = vi.fn<() => void>();
  const docs = new Map([['keys', parseDoc('# Keys\n\n## Rotate\n\nce shi')]]);
  await renderAt('/docs', () => <DocsSearch docs={docs} close={close} />);
  const field = await screen.findByRole('combobox', { name: text('docs.search') });
  fireEvent.change(field, { target: { value: 'rotate' } });
  await screen.findByRole('option');
  for (const key of ['ArrowDown', 'Enter']) {
    // Whatever is not prevented reaches the input method.
    expect(fireEvent.keyDown(field, { key, isComposing: true })).toBe(true);
  }
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('elsewhere');
  expect(close).toHaveBeenCalledOnce();
});
