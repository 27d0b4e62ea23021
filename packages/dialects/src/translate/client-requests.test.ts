import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { renderWarnings } from '../ir/conversion-warnings.ts';
import { decodeText } from '../json/parse-json.ts';
import { translationOf, tryTranslation } from '../testing/translate-call.ts';

/** A real request of a popular client, and what each upstream receives for it. */
interface ClientRequest {
  readonly about: string;
  readonly from: Dialect;
  readonly body: object;
  readonly to: Partial<Readonly<Record<Dialect, Sent>>>;
}

interface Sent {
  /** Why the call is refused. */
  readonly refused?: string;
  readonly model: string;
  readonly sent: unknown;
  /** The parsed warnings header. */
  readonly told: readonly string[];
}

const root = new URL('../../client-requests/', import.meta.url);
const requests = readdirSync(root).map((file) => ({
  name: file.replace('.json', ''),
  ...(JSON.parse(readFileSync(new URL(file, root), 'utf8')) as ClientRequest),
}));

describe.each(requests)('the request of $name', ({ from, body, to }) => {
  it('can be sent in every other dialect', () => {
    expect(Object.keys(to).toSorted()).toEqual(DIALECTS.filter((each) => each !== from).toSorted());
  });

  it.each(Object.entries(to))('keeps its meaning for %s, and warns of losses', (dialect, sent) => {
    const input = { from, to: dialect as Dialect, model: sent.model, body, searchUsesMax: 8 };
    if (sent.refused !== undefined)
      return expect(tryTranslation(input)).toMatchObject({ fault: { message: sent.refused } });
    const translation = translationOf(input);
    expect(JSON.parse(decodeText(translation.body))).toEqual(sent.sent);
    expect(renderWarnings(translation.warnings) ?? '').toBe(sent.told.join(', '));
  });
});
