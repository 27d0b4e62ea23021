import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { PeekDrawer } from './peek-drawer.tsx';

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Compare
      </button>
      {opened ? (
        <PeekDrawer title="Prices" opened takesFocus close={() => setOpened(false)}>
          <button type="button">Adopt</button>
        </PeekDrawer>
      ) : null}
    </>
  );
}

test('a drawer that belongs to no row takes the focus, and returns it to the button that opened it', async () => {
  fakeServer();
  await renderAt('/', Page);
  const opener = await screen.findByRole('button', { name: 'Compare' });
  opener.focus();
  fireEvent.click(opener);
  const close = await screen.findByRole('button', { name: text('ui.close') });
  await waitFor(() => expect(document.activeElement).toBe(close));
  fireEvent.keyDown(close, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
