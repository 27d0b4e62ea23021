import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import type { MediaResult } from './media-call.ts';
import { MediaResultView } from './media-result.tsx';

test('an image that can’t be loaded says so instead of a broken picture', async () => {
  fakeServer();
  const result = {
    params: { kind: 'pictures', model: 'm', input: 'a lighthouse', files: [], choices: {} },
    state: 'done',
    media: ['https://provider.example/expired.png'],
    text: '',
  } as unknown as MediaResult;
  const nothing = () => undefined;
  await renderAt('/playground', () => (
    <MediaResultView result={result} stop={nothing} again={nothing} />
  ));
  fireEvent.error(await screen.findByRole('img', { name: 'a lighthouse' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText(text('playground.pictureGone'))).toBeTruthy();
});
