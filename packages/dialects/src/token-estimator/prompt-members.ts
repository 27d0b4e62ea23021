/** Members that a model reads, and whether they may hold media or only text. */
export type PromptMembers = ReadonlyMap<string, 'media' | 'text'>;
