/** The relay's calls for the API reference. Their bodies are the providers' own and documented there. */
const operation = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['relay'],
  'x-access': 'key',
  security: [{ key: [] }],
  responses: { 200: { description: 'The answer in the dialect of the path' } },
});

const generate = (summary: string, operationId: string) => ({
  post: {
    ...operation(`${summary} (Gemini dialect)`, operationId),
    parameters: [{ name: 'model', in: 'path', required: true, schema: { type: 'string' } }],
  },
});

const stored = (summary: string, operationId: string) => ({
  ...operation(`${summary} (OpenAI dialect)`, operationId),
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
});

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const task = (
  summary: string,
  operationId: string,
  name: string,
  form = 'midjourney-proxy form',
) => ({
  ...operation(`${summary} (${form})`, operationId),
  parameters: [inPath(name)],
});

export const relayPaths = {
  '/v1/chat/completions': {
    post: operation('Chat completions, streamed or not (OpenAI dialect)', 'relayChatCompletions'),
  },
  '/v1/responses': {
    post: operation('Responses, streamed or not (OpenAI dialect)', 'relayResponses'),
  },
  '/v1/responses/{id}': {
    get: stored('A response that was made before', 'relayGetResponse'),
    delete: stored('Forgets a response', 'relayDeleteResponse'),
  },
  '/v1/responses/{id}/input_items': {
    get: stored('What was said before a response', 'relayListResponseInput'),
  },
  '/v1/messages': {
    post: operation('Messages, streamed or not (Anthropic dialect)', 'relayMessages'),
  },
  '/v1/messages/count_tokens': {
    post: operation('Tokens of a request (Anthropic dialect)', 'relayCountMessageTokens'),
  },
  '/v1beta/models': {
    get: operation('Models that the key can call (Gemini dialect)', 'relayListGeminiModels'),
  },
  '/v1beta/models/{model}:generateContent': generate('Contents', 'relayGenerateContent'),
  '/v1beta/models/{model}:streamGenerateContent': generate(
    'Contents as a stream',
    'relayStreamGenerateContent',
  ),
  '/v1beta/models/{model}:countTokens': generate('Tokens of a request', 'relayCountTokens'),
  '/v1beta/models/{model}:embedContent': generate('One embedding', 'relayEmbedContent'),
  '/v1beta/models/{model}:batchEmbedContents': generate('Embeddings', 'relayBatchEmbedContents'),
  '/v1beta/models/{model}:predict': generate('Pictures', 'relayPredict'),
  '/v1/completions': { post: operation('Completions (OpenAI dialect)', 'relayCompletions') },
  '/v1/embeddings': { post: operation('Embeddings (OpenAI dialect)', 'relayEmbeddings') },
  '/v1/moderations': { post: operation('Moderations (OpenAI dialect)', 'relayModerations') },
  '/v1/ocr': { post: operation('A document read page by page (Mistral form)', 'relayOcr') },
  '/v1/rerank': {
    post: operation('Documents in the order of a query (Jina and Cohere form)', 'relayRerank'),
  },
  '/v1/images/generations': {
    post: operation('Pictures, streamed or not (OpenAI dialect)', 'relayImageGenerations'),
  },
  '/v1/images/edits': {
    post: operation('Changed pictures, from a form or JSON (OpenAI dialect)', 'relayImageEdits'),
  },
  '/v1/images/variations': {
    post: operation('Varied pictures, from a form (OpenAI dialect)', 'relayImageVariations'),
  },
  '/v1/audio/speech': {
    post: operation('Spoken text, as sound or events (OpenAI dialect)', 'relaySpeech'),
  },
  '/v1/audio/transcriptions': {
    post: operation(
      'A recording written down, from a form, streamed or not (OpenAI dialect)',
      'relayTranscriptions',
    ),
  },
  '/v1/audio/translations': {
    post: operation('A recording in English, from a form (OpenAI dialect)', 'relayTranslations'),
  },
  '/v1/files': {
    get: operation('Own files, newest first (OpenAI dialect)', 'relayListFiles'),
    post: operation('Uploads a file, from a form (OpenAI dialect)', 'relayUploadFile'),
  },
  '/v1/files/{id}': {
    get: stored('An own file', 'relayGetFile'),
    delete: stored('Deletes an own file', 'relayDeleteFile'),
  },
  '/v1/files/{id}/content': { get: stored('What an own file holds', 'relayGetFileContent') },
  '/v1/batches': {
    get: operation('Own batches, newest first (OpenAI dialect)', 'relayListBatches'),
    post: operation('Creates a batch of the calls in a file (OpenAI dialect)', 'relayCreateBatch'),
  },
  '/v1/batches/{id}': { get: stored('An own batch', 'relayGetBatch') },
  '/v1/batches/{id}/cancel': { post: stored('Cancels an own batch', 'relayCancelBatch') },
  '/v1/realtime': {
    get: {
      ...operation(
        'A live talk over a WebSocket (OpenAI dialect); browsers send the key as the sub-protocol openai-insecure-api-key.<key>',
        'relayRealtime',
      ),
      parameters: [{ name: 'model', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 101: { description: 'The talk begins' } },
    },
  },
  '/v1/models': { get: operation('Models that the key can call', 'relayListModels') },
  '/v1/models/{id}': {
    get: {
      ...operation('One model', 'relayGetModel'),
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    },
  },
  '/mj/submit/{action}': { post: task('Submits a drawing', 'relaySubmitDrawing', 'action') },
  '/{mode}/mj/submit/{action}': {
    post: {
      ...task('Submits a drawing, fast, relax or turbo', 'relaySubmitDrawingInMode', 'action'),
      parameters: [inPath('mode'), inPath('action')],
    },
  },
  '/mj/insight-face/swap': {
    post: operation('Swaps a face (midjourney-proxy form)', 'relaySwapFace'),
  },
  '/mj/task/{id}/fetch': { get: task('An own drawing', 'relayGetDrawing', 'id') },
  '/mj/task/{id}/image-seed': { get: task('The seed of an own drawing', 'relayGetSeed', 'id') },
  '/mj/task/list-by-condition': {
    post: operation('Own drawings by their ids (midjourney-proxy form)', 'relayListDrawings'),
  },
  '/suno/submit/{action}': {
    post: task('Submits music or lyrics', 'relaySubmitSong', 'action', 'Suno API form'),
  },
  '/suno/fetch': { post: operation('Own songs by their ids (Suno API form)', 'relayListSongs') },
  '/suno/fetch/{id}': { get: task('An own song', 'relayGetSong', 'id', 'Suno API form') },
  '/v1/dashboard/billing/subscription': {
    get: operation(
      'The limit of the key or its owner (legacy OpenAI call)',
      'relayBillingSubscription',
    ),
  },
  '/v1/dashboard/billing/usage': {
    get: operation('What the key or its owner has used (legacy OpenAI call)', 'relayBillingUsage'),
  },
};
