import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server that answers A queries as the test specifies, one response after the other. */
export interface Names {
  server: string;
  asked: string[];
  stop(): void;
}

export async function serveNames(answers: Record<string, string[][]>): Promise<Names> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at]!; length > 0; length = question[at]!) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.');
    const isA = question.readUInt16BE(at + 1) === 1;
    const left = answers[name] ?? [];
    const addresses = isA ? ((left.length > 1 ? left.shift() : left[0]) ?? []) : [];
    if (isA) asked.push(`${name} ${addresses.join(' ')}`);
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(answers[name] ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.fill(0, 8, 12);
    const records = addresses.map(address =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, asked, stop: () => socket.close() };
}
