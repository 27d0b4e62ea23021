import { expect, test } from 'vitest';
import { codeSamples, SAMPLE_DIALECTS } from './code-samples.ts';

const input = { secret: 'sk-abc', site: 'https://gate.example', model: "o'neil-4" };

test.each(SAMPLE_DIALECTS)(
  'every %s sample calls this site with this key, and every call names the selected model',
  (dialect) => {
    for (const { name, code } of codeSamples(input, dialect)) {
      const holds = [input.site, input.secret].map((part) => code.includes(part));
      expect([name, ...holds]).toEqual([name, true, true]);
      if (name !== '.env') expect([name, /o'(?:\\'')?neil-4/.test(code)]).toEqual([name, true]);
    }
  },
);

test.each(SAMPLE_DIALECTS)(
  "the body of the %s curl sample is valid JSON after shell parsing, whatever the model's name",
  (dialect) => {
    const curl = codeSamples(input, dialect).find(({ name }) => name === 'curl')?.code ?? '';
    const [, quoted = ''] = /-d '(.*)'$/s.exec(curl) ?? [];
    const body = quoted.replaceAll(String.raw`'\''`, "'");
    expect(JSON.parse(body)).toMatchObject(dialect === 'gemini' ? {} : { model: input.model });
    // One line per member: cards are as wide as the longest.
    expect(quoted.split('\n')).toHaveLength(Object.keys(JSON.parse(body)).length + 2);
  },
);
