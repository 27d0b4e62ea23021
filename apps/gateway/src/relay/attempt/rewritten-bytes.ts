/**
 * Larger bodies are only passed through: parsing and serializing block the event loop for a few milliseconds
 * per megabyte (ADR 25). Gemini accepts 20 MB of inline data, Anthropic bodies of 32 MB.
 */
export const REWRITTEN_BYTES_MAX = 20 * 1024 * 1024;
