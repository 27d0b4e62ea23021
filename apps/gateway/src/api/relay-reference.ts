/** The relay's calls for the API reference. Their bodies are the providers' own and documented there. */
const operation = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['relay'],
  'x-access': 'key',
  security: [{ key: [] }],
  responses: { 200: { description: 'The answer in the dialect of the path' } },
});

export const relayPaths = {
  '/v1/chat/completions': {
    post: operation('Chat completions, streamed or not (OpenAI dialect)', 'relayChatCompletions'),
  },
  '/v1/completions': { post: operation('Completions (OpenAI dialect)', 'relayCompletions') },
  '/v1/embeddings': { post: operation('Embeddings (OpenAI dialect)', 'relayEmbeddings') },
  '/v1/moderations': { post: operation('Moderations (OpenAI dialect)', 'relayModerations') },
  '/v1/models': { get: operation('Models that the key can call', 'relayListModels') },
  '/v1/models/{id}': {
    get: {
      ...operation('One model', 'relayGetModel'),
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    },
  },
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
