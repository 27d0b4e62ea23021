import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { NoPriceNote } from './no-price-note.tsx';
import { useUnpricedModels } from './use-unpriced-models.ts';

const proposal = { price: { input: '2.5', output: '10' }, source: 'models.dev', date: '2026-11' };

function Notes() {
  const unpriced = useUnpricedModels(['priced', 'gpt-4o', 'own']);
  return [...unpriced].map(([model, offered]) => (
    <NoPriceNote key={model} model={model} proposal={offered} />
  ));
}

test('a model without a price says so, and one click sets its list price', async () => {
  let isSet = false;
  const server = fakeServer({
    'POST /api/price/check': () =>
      isSet ? [{ model: 'own' }] : [{ model: 'gpt-4o', proposal }, { model: 'own' }],
    'POST /api/price/models': () => {
      isSet = true;
      return { version: 'b', number: 2 };
    },
  });
  await renderAt('/channel', Notes);
  expect(await screen.findAllByText(text('ui.noPrice.passesButRefused'))).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: text('ui.noPrice.set') }));
  await screen.findByText(text('ui.noPrice.done', { model: 'gpt-4o' }));
  expect(server.bodiesOf('POST /api/price/models')).toEqual([
    {
      prices: [{ model: 'gpt-4o', price: proposal.price }],
      note: text('ui.noPrice.note', { model: 'gpt-4o', source: 'models.dev' }),
    },
  ]);
  // Only the model without a list price remains.
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: text('ui.noPrice.set') })).toBeNull(),
  );
  expect(screen.getAllByText(text('ui.noPrice.passesButRefused'))).toHaveLength(1);
});
