import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { hasUnsavedInput } from '../../session/unsaved-input.ts';
import { Composer } from './composer.tsx';

test('a picture that is pasted twice is shown and sent once', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => {} }));
  const address = 'data:image/png;base64,AA==';
  const draw = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(address);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    draw.mockRestore();
  });
  const send = vi.fn<(words: string, images: readonly string[]) => void>();
  await renderAt('/', () => (
    <Composer
      label="question"
      button="ask"
      send={send}
      modes={null}
      disabled={false}
      imagesLabel="pictures"
    />
  ));
  const files = [new File(['1'], '1.png'), new File(['1'], '2.png')];
  fireEvent.paste(screen.getByLabelText('question'), { clipboardData: { files } });
  const removal = text('playground.removePicture', { number: 1 });
  expect(await screen.findByRole('button', { name: removal })).toBeDefined();
  await expect.poll(() => draw.mock.calls.length).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'ask' }));
  expect(send.mock.calls).toEqual([['', [address]]]);
});

test('a question counts as input while it is typed, and no longer once it was sent', async () => {
  fakeServer();
  await renderAt('/playground', () => (
    <Composer label="question" button="send" send={() => {}} modes={null} disabled={false} />
  ));
  const field = await screen.findByLabelText('question');
  expect(hasUnsavedInput()).toBe(false);
  fireEvent.change(field, { target: { value: 'a long question' } });
  await waitFor(() => expect(hasUnsavedInput()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  await waitFor(() => expect(hasUnsavedInput()).toBe(false));
});
