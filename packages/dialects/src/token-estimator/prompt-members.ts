/** Members that a model reads, and whether they may hold media, also in parts without a type, or only text. */
export type PromptMembers = ReadonlyMap<string, 'media' | 'parts' | 'text'>;
