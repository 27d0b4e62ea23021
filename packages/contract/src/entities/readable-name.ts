import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** Control characters, ends of lines, lone surrogates, and marks that reorder the text around them. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns a trimmed name without unreadable characters, for names that others gave. */
export const toReadableName = (name: string): string => name.replaceAll(UNREADABLE, '').trim();

const isReadableName = (name: string): boolean => name.search(UNREADABLE) < 0;

/**
 * A trimmed name that somebody gives to something: every field for a new name starts with it. Names appear in
 * mails, logs, tables and terminals, where they must not end the line or reorder what stands next to them.
 */
export const nameText = (error?: ErrorCode) =>
  z
    .string(error === undefined ? undefined : { error })
    .trim()
    .refine(isReadableName, 'name_unreadable');
