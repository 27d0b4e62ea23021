import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { RICH_REQUESTS } from '../testing/rich-requests.ts';
import { CODECS } from './codec.ts';

/** Models that take everything that the rich requests say. */
const MODELS: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'some-open-model',
  'openai-responses': 'some-open-model',
  'anthropic-messages': 'claude-sonnet-4-5',
  'gemini-generate': 'gemini-2.5-flash',
};
/** Said in another place of the same dialect, or in another spelling: equal in meaning. */
const EXPECTED_LOSSES: Readonly<Record<Dialect, readonly string[]>> = {
  'openai-chat': [],
  'openai-responses': [],
  'anthropic-messages': [],
  // Addresses are fetched by Google, which only newer models do.
  'gemini-generate': ['image_url'],
};

describe.each(DIALECTS)('a request in %s', (dialect) => {
  it('says the same after it went through the IR', () => {
    const { parseRequest, renderRequest } = CODECS[dialect];
    const body = RICH_REQUESTS[dialect];
    const parsed = { ...parseRequest(body, 'm', true), model: MODELS[dialect] };
    expect(parsed.unknown).toEqual([]);
    const warnings = new ConversionWarnings(dialect);
    const rendered = renderRequest(parsed, warnings, true);
    expect(warnings.list.map(({ feature }) => feature)).toEqual(EXPECTED_LOSSES[dialect]);
    expect(parseRequest(rendered, MODELS[dialect], true)).toEqual(parsed);
  });

  it('is written as it came', () => {
    const { parseRequest, renderRequest } = CODECS[dialect];
    const body = RICH_REQUESTS[dialect];
    const parsed = { ...parseRequest(body, 'm', true), model: MODELS[dialect] };
    const rendered = renderRequest(parsed, new ConversionWarnings(dialect), true);
    expect(rendered).toEqual({ ...body, ...('model' in body ? { model: MODELS[dialect] } : {}) });
  });
});
