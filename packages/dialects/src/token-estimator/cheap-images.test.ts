import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

describe('members that mark an image as cheap', () => {
  const low = { detail: 'low' };
  const read = (content: unknown) => {
    const messages = [{ role: 'user', content }];
    const bytes = encodeText(JSON.stringify({ model: 'm', messages }));
    const result = readCall({ dialect: 'openai-chat', kind: 'chat', bytes });
    if (!result.ok) throw new Error(result.fault.message);
    return result.call.request.promptTokensEstimate;
  };
  const imagePart = { type: 'image_url', image_url: { url: 'https://x.example/a.png' } };

  it('reduce the estimate of one image, once, and nothing else', () => {
    const text = { type: 'text', text: 'some words '.repeat(1000) };
    const plain = read([text]);
    expect(read([{ ...text, ...low }])).toBeGreaterThanOrEqual(plain);
    expect(read([text, { type: 'input_audio', ...low }])).toBeGreaterThan(plain);
    const cheap = { ...imagePart, image_url: { ...imagePart.image_url, ...low } };
    const once = read([text, cheap]);
    expect(once).toBeGreaterThan(plain);
    expect(once).toBeLessThan(read([text, imagePart]) - 900);
    const often = { ...cheap, more: Array.from({ length: 50 }, () => low) };
    expect(read([text, often])).toBeGreaterThanOrEqual(once);
  });
});
