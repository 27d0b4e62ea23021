/**
 * A larger body is only passed through: parsing and serializing take the event loop a few
 * milliseconds a megabyte (ADR 25). Gemini accepts 20 MB of inline data, Anthropic bodies of 32 MB.
 */
export const REWRITTEN_BYTES_MAX = 20 * 1024 * 1024;
