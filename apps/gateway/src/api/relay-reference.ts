/** Describes a relay call for the API reference. Its bodies are the providers' own and documented there. */
const operation = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['relay'],
  'x-access': 'key',
  security: [{ key: [] }],
  responses: {
    200: { description: 'Response in the dialect of the path' },
    default: { description: 'Error in the dialect of the path' },
  },
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
  form = 'midjourney-proxy format',
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
    get: stored('One stored response', 'relayGetResponse'),
    delete: stored('Delete a stored response', 'relayDeleteResponse'),
  },
  '/v1/responses/compact': {
    post: operation('Compact a conversation (OpenAI dialect)', 'relayCompactResponse'),
  },
  '/v1/responses/input_tokens': {
    post: operation('Count input tokens (OpenAI dialect)', 'relayCountResponseTokens'),
  },
  '/v1/responses/{id}/input_items': {
    get: stored('Input of a stored response', 'relayListResponseInput'),
  },
  '/v1/messages': {
    post: operation('Messages, streamed or not (Anthropic dialect)', 'relayMessages'),
  },
  '/v1/messages/count_tokens': {
    post: operation('Count input tokens (Anthropic dialect)', 'relayCountMessageTokens'),
  },
  '/v1beta/models': {
    get: operation('Models the key can call (Gemini dialect)', 'relayListGeminiModels'),
  },
  '/v1beta/models/{model}': {
    get: {
      ...operation('One model (Gemini dialect)', 'relayGetGeminiModel'),
      parameters: [inPath('model')],
    },
  },
  '/v1beta/models/{model}:generateContent': generate('Generate content', 'relayGenerateContent'),
  '/v1beta/models/{model}:streamGenerateContent': generate(
    'Generate content as a stream',
    'relayStreamGenerateContent',
  ),
  '/v1beta/models/{model}:countTokens': generate('Count tokens', 'relayCountTokens'),
  '/v1beta/models/{model}:embedContent': generate('One embedding', 'relayEmbedContent'),
  '/v1beta/models/{model}:batchEmbedContents': generate('Embeddings', 'relayBatchEmbedContents'),
  '/v1beta/models/{model}:predict': generate('Images', 'relayPredict'),
  '/v1/completions': { post: operation('Completions (OpenAI dialect)', 'relayCompletions') },
  '/v1/embeddings': { post: operation('Embeddings (OpenAI dialect)', 'relayEmbeddings') },
  '/v1/moderations': { post: operation('Moderations (OpenAI dialect)', 'relayModerations') },
  '/v1/ocr': { post: operation('OCR of a document, page by page (Mistral format)', 'relayOcr') },
  '/v1/rerank': {
    post: operation('Rank documents by a query (Jina and Cohere format)', 'relayRerank'),
  },
  '/v2/rerank': {
    post: operation('Rank documents by a query (Cohere format)', 'relayRerankCohere'),
  },
  '/v1/images/generations': {
    post: operation('Generate images, streamed or not (OpenAI dialect)', 'relayImageGenerations'),
  },
  '/v1/images/edits': {
    post: operation('Edit images, from form data or JSON (OpenAI dialect)', 'relayImageEdits'),
  },
  '/v1/images/variations': {
    post: operation('Vary images, from form data (OpenAI dialect)', 'relayImageVariations'),
  },
  '/v1/audio/speech': {
    post: operation('Text to speech, as audio or events (OpenAI dialect)', 'relaySpeech'),
  },
  '/v1/audio/transcriptions': {
    post: operation(
      'Transcribe a recording, from form data, streamed or not (OpenAI dialect)',
      'relayTranscriptions',
    ),
  },
  '/v1/audio/translations': {
    post: operation(
      'Translate a recording into English, from form data (OpenAI dialect)',
      'relayTranslations',
    ),
  },
  '/v1/files': {
    get: operation('Your files, newest first (OpenAI dialect)', 'relayListFiles'),
    post: operation('Upload a file, from form data (OpenAI dialect)', 'relayUploadFile'),
  },
  '/v1/files/{id}': {
    get: stored('One of your files', 'relayGetFile'),
    delete: stored('Delete one of your files', 'relayDeleteFile'),
  },
  '/v1/files/{id}/content': { get: stored('Content of one of your files', 'relayGetFileContent') },
  '/v1/batches': {
    get: operation('Your batches, newest first (OpenAI dialect)', 'relayListBatches'),
    post: operation('Create a batch from the calls in a file (OpenAI dialect)', 'relayCreateBatch'),
  },
  '/v1/batches/{id}': { get: stored('One of your batches', 'relayGetBatch') },
  '/v1/batches/{id}/cancel': { post: stored('Cancel one of your batches', 'relayCancelBatch') },
  '/v1/realtime': {
    get: {
      ...operation(
        'Realtime session over a WebSocket (OpenAI dialect); browsers send the key as the sub-protocol openai-insecure-api-key.<key>',
        'relayRealtime',
      ),
      parameters: [{ name: 'model', in: 'query', required: true, schema: { type: 'string' } }],
      responses: {
        101: { description: 'The session begins' },
        default: { description: 'Error in the OpenAI dialect' },
      },
    },
  },
  '/v1/models': { get: operation('Models the key can call', 'relayListModels') },
  '/v1/models/{id}': {
    get: {
      ...operation('One model', 'relayGetModel'),
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    },
  },
  '/mj/submit/{action}': { post: task('Submit a drawing', 'relaySubmitDrawing', 'action') },
  '/{mode}/mj/submit/{action}': {
    post: {
      ...task(
        'Submit a drawing in fast, relax or turbo mode',
        'relaySubmitDrawingInMode',
        'action',
      ),
      parameters: [inPath('mode'), inPath('action')],
    },
  },
  '/mj/insight-face/swap': {
    post: operation('Swap a face (midjourney-proxy format)', 'relaySwapFace'),
  },
  '/mj/task/{id}/fetch': { get: task('One of your drawings', 'relayGetDrawing', 'id') },
  '/mj/task/{id}/image-seed': { get: task('Seed of one of your drawings', 'relayGetSeed', 'id') },
  '/mj/task/list-by-condition': {
    post: operation('Your drawings by ID (midjourney-proxy format)', 'relayListDrawings'),
  },
  '/suno/submit/{action}': {
    post: task('Submit music or lyrics', 'relaySubmitSong', 'action', 'Suno API format'),
  },
  '/suno/fetch': { post: operation('Your songs by ID (Suno API format)', 'relayListSongs') },
  '/suno/fetch/{id}': { get: task('One of your songs', 'relayGetSong', 'id', 'Suno API format') },
  '/mj/image/{id}': {
    get: {
      ...task('Image of a drawing, without a key', 'relayGetDrawnImage', 'id'),
      'x-access': 'public',
      security: [],
    },
  },
  '/v1/dashboard/billing/subscription': {
    get: operation(
      'Limit of the key or its owner (legacy OpenAI call)',
      'relayBillingSubscription',
    ),
  },
  '/v1/dashboard/billing/usage': {
    get: operation('Usage of the key or its owner (legacy OpenAI call)', 'relayBillingUsage'),
  },
  '/api/usage/token': {
    get: operation('Quota of the key: used and left (new-api format)', 'relayKeyUsage'),
  },
  '/api/log/token': {
    get: operation('Newest calls of the key, 7 days, at most 100 (new-api format)', 'relayKeyLog'),
  },
};
