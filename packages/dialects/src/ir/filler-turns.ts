/** The user's turn where a conversation must not be empty, or end with the model's turn. */
export const CONTINUE = 'Continue.';
/** The user's turn before a conversation that begins with the model's. */
export const OPENING = '(conversation continues)';
