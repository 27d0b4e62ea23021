import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { PlaygroundPage } from './page.tsx';

const MODELS = ['gpt-image-1', 'tts-1', 'mj_imagine'];
const PRICES = {
  data: MODELS.map((model) => ({
    model_name: model,
    quota_type: 1,
    model_ratio: 0,
    completion_ratio: 1,
    price: 0.04,
    model_price: 0.04,
    enable_groups: ['default'],
  })),
  group_ratio: { default: 1 },
  usable_group: {},
  user_group: ['default'],
};

beforeEach(() => localStorage.clear());

test.each([
  ['pictures', 'pictures', 'playground.input.pictures'],
  ['speech', 'speech', 'playground.input.speech'],
  ['drawing', 'pictures', 'playground.drawing.input'],
])(
  'an example in the mode %s fills the input, to be edited, and orders nothing yet',
  async (tab, kind, label) => {
    const server = fakeServer({
      'GET /api/status': () => ({ enable_drawing: true }),
      'GET /api/user/models': () => MODELS,
      'GET /api/pricing': () => Response.json({ success: true, message: '', ...PRICES }),
      'GET /api/mj/self/': () => page([]),
    });
    await renderAt(`/playground?tab=${tab}`, PlaygroundPage);
    const example = text(`playground.mediaStarters.${kind}.first`);
    fireEvent.click(await screen.findByRole('button', { name: example }));
    const input = screen.getByRole<HTMLTextAreaElement>('textbox', { name: text(label) });
    expect(input.value).toBe(example);
    expect(document.activeElement).toBe(input);
    expect(server.requests.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  },
);
