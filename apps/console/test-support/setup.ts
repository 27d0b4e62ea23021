import { afterEach, beforeEach } from 'vitest';
import { cleanup, renewDocument } from './prepare-document.ts';

// All files share one document: what one test leaves in it would affect the next.
beforeEach(renewDocument);
afterEach(cleanup);
