import { afterEach, beforeEach } from 'vitest';
import { cleanup, renewDocument } from './prepare-document.ts';

// One document serves all files: what one test left in it is another's surprise.
beforeEach(renewDocument);
afterEach(cleanup);
