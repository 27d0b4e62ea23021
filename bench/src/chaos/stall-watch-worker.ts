import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** Asks `/healthz` of the gateways it was told last, each on one connection, and says how long the answers took. */
const LOOK_EVERY_MS = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const asking = new Set<string>();
let urls: readonly string[] = [];
parentPort?.on('message', (told: readonly string[]) => {
  urls = told;
});

setInterval(() => {
  for (const url of urls) if (!asking.has(url)) ask(url);
}, LOOK_EVERY_MS);

function ask(url: string): void {
  asking.add(url);
  const startedMs = performance.now();
  const request = get(`${url}/healthz`, { agent }, (response) => {
    response.resume();
    response.once('end', () => parentPort?.postMessage(performance.now() - startedMs));
  });
  request.once('error', () => {});
  request.once('close', () => asking.delete(url));
}
