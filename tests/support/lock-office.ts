import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const sector = 512;
/** Shorter streams would have to share sectors. */
const leastStream = 4096;
const free = 0xffffffff;
const end = 0xfffffffe;
const tableSector = 0xfffffffd;

const number32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
const padded = (data: Buffer, to: number, fill = 0): Buffer =>
  Buffer.concat([data, Buffer.alloc((to - (data.length % to)) % to, fill)]);

function directoryEntry(name: string, type: number, links: number[], start: number, size: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(2 * name.length + 2, 64);
  entry[66] = type;
  entry[67] = 1;
  for (const [index, link] of links.entries()) entry.writeUInt32LE(link, 68 + 4 * index);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

/** MS-CFB with two long streams: tables first, then the directory, then each stream in one piece. */
function compoundFile(info: Buffer, sealed: Buffer): Buffer {
  const streams = [info, sealed].map(data => padded(data, sector));
  const counts = streams.map(data => data.length / sector);
  const tables = Math.ceil((counts[0]! + counts[1]! + 8) / 127);
  const starts = [tables + 1, tables + 1 + counts[0]!];
  const table = Buffer.alloc(tables * sector, 0xff);
  const chain = (start: number, count: number) => {
    for (let i = 0; i < count; i++)
      table.writeUInt32LE(i === count - 1 ? end : start + i + 1, 4 * (start + i));
  };
  for (let i = 0; i < tables; i++) table.writeUInt32LE(tableSector, 4 * i);
  chain(tables, 1);
  for (const [index, start] of starts.entries()) chain(start, counts[index]!);
  const header = Buffer.alloc(sector, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 'hex');
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, tables],
    [56, leastStream],
    [60, end],
    [68, end],
  ] as const)
    header.writeUInt32LE(value, at);
  for (let i = 0; i < tables; i++) header.writeUInt32LE(i, 76 + 4 * i);
  const directory = [
    directoryEntry('Root Entry', 5, [free, free, 1], end, 0),
    directoryEntry('EncryptionInfo', 2, [free, 2, free], starts[0]!, info.length),
    directoryEntry('EncryptedPackage', 2, [free, free, free], starts[1]!, sealed.length),
    Buffer.alloc(128),
  ];
  return Buffer.concat([header, table, ...directory, ...streams]);
}

/** An OOXML file locked as Office does it today (MS-OFFCRYPTO 2.3.4.10): agile, AES-256 in CBC, SHA-512. */
export function lockOffice(document: Buffer, password: string, spins = 10_000): Buffer {
  const sha = (...parts: Buffer[]) => createHash('sha512').update(Buffer.concat(parts)).digest();
  const seal = (key: Buffer, iv: Buffer, data: Buffer) => {
    const cipher = createCipheriv('aes-256-cbc', key, iv.subarray(0, 16)).setAutoPadding(false);
    return Buffer.concat([cipher.update(padded(data, 16)), cipher.final()]);
  };
  const [salt, dataSalt, verifier] = [randomBytes(16), randomBytes(16), randomBytes(16)];
  const [key, macKey] = [randomBytes(32), randomBytes(64)];
  let spun = sha(salt, Buffer.from(password, 'utf16le'));
  for (let i = 0; i < spins; i++) spun = sha(number32(i), spun);
  const locked = (block: string, data: Buffer) =>
    seal(sha(spun, Buffer.from(block, 'hex')).subarray(0, 32), salt, data).toString('base64');
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(document.length));
  const content = padded(document, leastStream);
  const segments = Array.from({ length: content.length / leastStream }, (_, i) =>
    seal(key, sha(dataSalt, number32(i)), content.subarray(i * leastStream, (i + 1) * leastStream)),
  );
  const sealed = Buffer.concat([size, ...segments]);
  const proven = (block: string, data: Buffer) =>
    seal(key, sha(dataSalt, Buffer.from(block, 'hex')), data).toString('base64');
  const mac = createHmac('sha512', macKey).update(sealed).digest();
  const cipher =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${cipher} saltValue="${dataSalt.toString('base64')}"/><dataIntegrity encryptedHmacKey="${proven('5fb2ad010cb9e1f6', macKey)}" encryptedHmacValue="${proven('a0677f02b22c8433', mac)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${cipher} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${locked('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${locked('d7aa0f6d3061344e', sha(verifier))}" encryptedKeyValue="${locked('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const version = Buffer.from('0400040040000000', 'hex');
  return compoundFile(padded(Buffer.concat([version, Buffer.from(xml)]), leastStream, 0x20), sealed);
}
