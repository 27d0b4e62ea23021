import {
  type Content,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from '@google/genai';
import {
  type Reply,
  CITY,
  type ClientTarget,
  type DialectClient,
  type Question,
  turnsOf,
} from './dialect-client.ts';

/** Creates a client with the `@google/genai` package. */
export function createGenerateClient({ url, secret }: ClientTarget): DialectClient {
  const client = new GoogleGenAI({ apiKey: secret, httpOptions: { baseUrl: url } });
  return {
    async ask(question) {
      const request = buildRequest(question);
      const responses: GenerateContentResponse[] = [];
      if (question.stream !== true) responses.push(await client.models.generateContent(request));
      else
        for await (const chunk of await client.models.generateContentStream(request))
          responses.push(chunk);
      if (!responses.some(({ candidates }) => candidates?.[0]?.finishReason))
        throw new Error('the answer had no end');
      return readResponses(responses);
    },
  };
}

function buildRequest(question: Question): GenerateContentParameters {
  const { model, text, image, tools, maxTokens } = question;
  const parts: Part[] = [{ text }];
  if (image !== undefined) parts.push({ inlineData: { mimeType: 'image/png', data: image } });
  const contents: Content[] = [{ role: 'user', parts }];
  for (const turn of turnsOf(question)) {
    contents.push({ role: 'model', parts: turn.response.turn as Part[] });
    const results: Part[] = turn.results.map((output, index) => {
      const { id, name } = turn.response.calls[index] ?? { id: '', name: '' };
      return { functionResponse: { ...(id === '' ? {} : { id }), name, response: { output } } };
    });
    if (turn.text !== undefined) results.push({ text: turn.text });
    contents.push({ role: 'user', parts: results });
  }
  return {
    model,
    contents,
    config: {
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(question.thinks ? { thinkingConfig: { includeThoughts: true } } : {}),
      ...(tools
        ? {
            tools: [
              {
                functionDeclarations: tools.map((name) => ({
                  name,
                  parametersJsonSchema: CITY,
                })),
              },
            ],
          }
        : {}),
    },
  };
}

function readResponses(responses: readonly GenerateContentResponse[]): Reply {
  const parts = responses.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const usage = responses.flatMap(({ usageMetadata }) => usageMetadata ?? []).at(-1);
  const { promptTokenCount = -1, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage ?? {};
  const texts = parts.filter(({ text, thought }) => text && !thought);
  return {
    text: texts.map(({ text }) => text).join(''),
    thinking: parts
      .filter(({ thought }) => thought)
      .map(({ text }) => text ?? '')
      .join(''),
    calls: parts.flatMap(({ functionCall }) =>
      functionCall
        ? [{ id: functionCall.id ?? '', name: functionCall.name ?? '', args: functionCall.args }]
        : [],
    ),
    pieces: texts.length,
    turn: parts,
    usage: { input: promptTokenCount, output: candidatesTokenCount + thoughtsTokenCount },
  };
}
