import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How a server responds to a query. */
export type HostileAnswer =
  | 'silence'
  | 'one row, then silence'
  | 'rows without end'
  | 'a row without end'
  | 'a malformed message';

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', Buffer.from('I'));
const LET_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const DONE = Buffer.concat([message('C', Buffer.from('BEGIN\0')), READY]);
/** One text column named "n". */
const COLUMNS = message(
  'T',
  Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('n\0'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ]),
);
const ROW = message('D', Buffer.from([0, 1, 0, 0, 0, 1, 0x78]));
/** A row of 65,535 columns that ends after the first byte. */
const MALFORMED = message('D', Buffer.from([0xff, 0xff, 0]));
/** The header of a row of one gigabyte. */
const ENDLESS_ROW = Buffer.from([0x44, 0x40, 0, 0, 0, 0, 1, 0x3f, 0xff, 0, 0]);

/** Starts a PostgreSQL that accepts everybody, starts transactions and responds to queries as instructed. */
export async function startHostilePostgres(behaviour: HostileAnswer) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(LET_IN);
      socket.on('data', (data: Buffer) => {
        if (data.includes('BEGIN')) socket.write(DONE);
        else if (behaviour !== 'silence') respond(socket, behaviour);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `postgres://a@127.0.0.1:${port}/b`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function respond(socket: Socket, behaviour: Exclude<HostileAnswer, 'silence'>): void {
  if (behaviour === 'a malformed message') return void socket.write(MALFORMED);
  socket.write(Buffer.concat([COLUMNS, behaviour === 'a row without end' ? ENDLESS_ROW : ROW]));
  if (behaviour === 'one row, then silence') return;
  const more = behaviour === 'a row without end' ? Buffer.alloc(65_536, 'x') : repeated(ROW, 2000);
  const go = () => {
    while (!socket.destroyed && socket.write(more));
    if (!socket.destroyed) socket.once('drain', go);
  };
  go();
}

const repeated = (message: Buffer, times: number) =>
  Buffer.concat(Array.from({ length: times }, () => message));
