/** What a model accepts (images, audio) and can do (call tools, reason before answering). */
export const MODEL_CAPABILITIES = ['vision', 'audio', 'tools', 'thinking'] as const;
export type ModelCapability = (typeof MODEL_CAPABILITIES)[number];
