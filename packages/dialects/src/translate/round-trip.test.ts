import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { RICH_REQUESTS } from '../testing/rich-requests.ts';
import { CODECS } from './codec.ts';

/** Models that accept everything in the rich requests. */
const MODELS: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'some-open-model',
  'openai-responses': 'some-open-model',
  'anthropic-messages': 'claude-sonnet-4-5',
  'gemini-generate': 'gemini-2.5-flash',
};
/** Moved within the same dialect, or written in another spelling: equal in meaning. */
const EXPECTED_LOSSES: Readonly<Record<Dialect, readonly string[]>> = {
  'openai-chat': [],
  'openai-responses': [],
  'anthropic-messages': [],
  // Google fetches URLs, which only newer models support.
  'gemini-generate': ['image_url'],
};

describe.each(DIALECTS)('a request in %s', (dialect) => {
  it('means the same after passing through the IR', () => {
    const { parseRequest, renderRequest } = CODECS[dialect];
    const body = RICH_REQUESTS[dialect];
    const parsed = { ...parseRequest(body, 'm', true), model: MODELS[dialect] };
    expect(parsed.unknown).toEqual([]);
    const warnings = new ConversionWarnings(dialect);
    const rendered = renderRequest(parsed, warnings, true);
    expect(warnings.list.map(({ feature }) => feature)).toEqual(EXPECTED_LOSSES[dialect]);
    expect(parseRequest(rendered, MODELS[dialect], true)).toEqual(parsed);
  });

  it('is written as it was received', () => {
    const { parseRequest, renderRequest } = CODECS[dialect];
    const body = RICH_REQUESTS[dialect];
    const parsed = { ...parseRequest(body, 'm', true), model: MODELS[dialect] };
    const rendered = renderRequest(parsed, new ConversionWarnings(dialect), true);
    expect(rendered).toEqual({ ...body, ...('model' in body ? { model: MODELS[dialect] } : {}) });
  });
});
