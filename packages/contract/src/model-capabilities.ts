/** What a model takes (pictures, sound) and does (calls tools, thinks before it answers). */
export const MODEL_CAPABILITIES = ['vision', 'audio', 'tools', 'thinking'] as const;
export type ModelCapability = (typeof MODEL_CAPABILITIES)[number];
