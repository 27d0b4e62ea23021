import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
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
