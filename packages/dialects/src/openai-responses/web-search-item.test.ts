import { expect, it } from 'vitest';
import type { RenderContext } from '../ir/render-context.ts';
import { renderSearchItem } from './web-search-item.ts';

const context = { id: 'r' } as RenderContext;
const idOf = (id: string) =>
  renderSearchItem({ type: 'web-search', id, queries: ['q'], results: [] }, context, 2)['id'];

it('keeps a valid search id, and never copies text that would end the event', () => {
  expect(idOf('ws_68a-b_C')).toBe('ws_68a-b_C');
  for (const id of ['srvtoolu_1', 'ws_', 'ws_","delta":"', 'ws_a\n\ndata: {}'])
    expect(idOf(id)).toBe('ws_r_2');
});
