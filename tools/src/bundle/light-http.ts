import type { Plugin } from 'rolldown';

const MODULE = '\0light-http';
/** What is imported of `node:http`; a name that is missing here stops the build. */
const EXPORTS = [
  'createServer',
  'request',
  'Agent',
  'METHODS',
  'STATUS_CODES',
  'Server',
  'IncomingMessage',
  'ServerResponse',
];

/**
 * Takes `node:http` from Node directly. An import reads every export of it, also those for which Node then loads
 * its own HTTP client, which the gateway never uses.
 */
export const lightHttp: Plugin = {
  name: 'light-http',
  resolveId: (source, _importer, { kind }) =>
    kind === 'import-statement' && /^(?:node:)?http$/.test(source) ? MODULE : null,
  load: (id) =>
    id === MODULE
      ? `const http = process.getBuiltinModule('node:http');
         export const { ${EXPORTS.join(', ')} } = http;
         export default http;`
      : null,
};
