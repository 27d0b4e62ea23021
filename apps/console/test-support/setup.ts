import { afterEach, beforeEach } from 'vitest';
import { cleanup } from './prepare-document.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);
