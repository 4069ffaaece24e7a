import { has, type Rule } from './bytes.ts';

export const avi: Rule = head => has(head, 'RIFF') && has(head, 'AVI ', 8);

/** The GUID with which every ASF file begins. */
export const wmv: Rule = head => has(head, '\x30\x26\xb2\x75\x8e\x66\xcf\x11');

export const flv: Rule = head => has(head, 'FLV\x01');

/** A stream recorded from a disc begins with a pack, one cut out of it may begin with the header of its sequence. */
export const mpg: Rule = head => has(head, '\0\0\x01\xba') || has(head, '\0\0\x01\xb3');

const sync = 0x47;
/** Packets of broadcasts, of cameras (a time before each) and with error correction (bytes after each). */
const packetBytes = [188, 192, 204];
const packetsToSee = 4;

/** A transport stream is known by its sync bytes, which may begin within the first packet. */
export const ts: Rule = head =>
  packetBytes.some(bytes => {
    for (let start = 0; start < bytes; start++)
      if (head[start] === sync && followsSync(head, start, bytes)) return true;
    return false;
  });

function followsSync(head: Uint8Array, start: number, bytes: number): boolean {
  const needed = Math.min(packetsToSee, Math.floor((head.length - start) / bytes));
  if (needed < 2) return false;
  for (let packet = 1; packet < needed; packet++) if (head[start + packet * bytes] !== sync) return false;
  return true;
}
