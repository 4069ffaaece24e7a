import { createDecipheriv, hash as digest, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { JobFailure } from '../contract/failure.ts';
import { CompoundFile } from './compound-file.ts';

/** The password that Excel uses where a workbook is only protected against changes. Excel opens it without asking. */
const excelsOwn = 'VelvetSweatshop';
const maxPackageBytes = 1_000_000_000;
/** The most that the format allows. */
const maxSpins = 10_000_000;
const standardSpins = 50_000;
const segmentBytes = 4096;
const blockKeys = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
};

const unsupported = (detail: string) => new JobFailure('locked_unknown', `encryption: ${detail}`);
const broken = (detail: string) => new JobFailure('unreadable_input', `encryption: ${detail}`);

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const hashParts = (algorithm: string, ...parts: Buffer[]): Buffer =>
  digest(algorithm, Buffer.concat(parts), 'buffer');

/** Hashes the password many times, which makes guessing slow. */
function hashPassword(algorithm: string, salt: Buffer, password: string, spins: number): Buffer {
  const key = hashParts(algorithm, salt, Buffer.from(password, 'utf16le'));
  // One buffer is used for all rounds, because there are a hundred thousand of them.
  const turn = Buffer.concat([number32(0), key]);
  for (let i = 0; i < spins; i++) {
    turn.writeUInt32LE(i);
    digest(algorithm, turn, 'buffer').copy(turn, 4);
  }
  return turn.subarray(4);
}

const fitLength = (bytes: Buffer, length: number): Buffer =>
  bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);

function decryptAes(mode: string, key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, iv).setAutoPadding(false);
  const whole = data.subarray(0, data.length - (data.length % 16));
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Decrypts the package once the password has proven right; undefined if it has not. */
type Opened = ((data: Buffer) => Buffer) | undefined;

/** Opens the encryption of Office 2007: one AES key, in ECB mode. */
function openStandard(info: Buffer, password: string): Opened {
  const headerBytes = info.readUInt32LE(8);
  const header = info.subarray(12, 12 + headerBytes);
  const keyBytes = header.readUInt32LE(16) / 8 || 16;
  if (![0x660e, 0x660f, 0x6610].includes(header.readUInt32LE(8)))
    throw unsupported(`algorithm ${header.readUInt32LE(8).toString(16)}`);
  const verifier = info.subarray(12 + headerBytes);
  const spunKey = hashPassword('sha1', verifier.subarray(4, 20), password, standardSpins);
  const last = hashParts('sha1', spunKey, number32(0));
  const hashHalf = (fill: number) =>
    hashParts('sha1', Buffer.from(Buffer.alloc(64, fill).map((byte, i) => byte ^ (last[i] ?? 0))));
  const key = Buffer.concat([hashHalf(0x36), hashHalf(0x5c)]).subarray(0, keyBytes);
  const said = decryptAes('ecb', key, null, verifier.subarray(20, 36));
  const proof = decryptAes('ecb', key, null, verifier.subarray(40, 72)).subarray(0, 20);
  return isSame(hashParts('sha1', said), proof) ? data => decryptAes('ecb', key, null, data) : undefined;
}

interface AgileCipher {
  salt: Buffer;
  hash: string;
  blockBytes: number;
  keyBytes: number;
  mode: string;
}

const readAttributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

function readCipher(given: Record<string, string>): AgileCipher {
  const modes: Record<string, string> = { ChainingModeCBC: 'cbc', ChainingModeCFB: 'cfb8' };
  const mode = modes[given.cipherChaining ?? ''];
  const hash = (given.hashAlgorithm ?? '').toLowerCase().replace('-', '');
  if (given.cipherAlgorithm !== 'AES' || !mode || !/^(sha1|sha256|sha384|sha512|md5)$/.test(hash))
    throw unsupported(`${given.cipherAlgorithm} ${given.cipherChaining} ${given.hashAlgorithm}`);
  return {
    salt: Buffer.from(given.saltValue ?? '', 'base64'),
    hash,
    blockBytes: Number(given.blockSize),
    keyBytes: Number(given.keyBits) / 8,
    mode,
  };
}

/** Opens the encryption of Office since 2010: described in XML, in segments of 4 KiB with an initialisation vector each. */
function openAgile(info: Buffer, password: string): Opened {
  const xml = info.toString('utf8', 8);
  const dataTag = /<(?:\w+:)?keyData\b[^>]*>/.exec(xml)?.[0];
  const keyTag = /<(?:\w+:)?encryptedKey\b[^>]*>/.exec(xml)?.[0];
  if (!dataTag) throw broken('no key data');
  if (!keyTag) throw unsupported('no key for a password');
  const data = readCipher(readAttributes(dataTag));
  const given = readAttributes(keyTag);
  const lock = readCipher(given);
  const spins = Number(given.spinCount);
  if (!(spins >= 0 && spins <= maxSpins)) throw broken(`${given.spinCount} spins`);
  const spunKey = hashPassword(lock.hash, lock.salt, password, spins);
  const decryptValue = (blockKey: Buffer, value: string | undefined): Buffer =>
    decryptAes(
      lock.mode,
      fitLength(hashParts(lock.hash, spunKey, blockKey), lock.keyBytes),
      fitLength(lock.salt, lock.blockBytes),
      Buffer.from(value ?? '', 'base64'),
    );
  const said = decryptValue(blockKeys.verifier, given.encryptedVerifierHashInput);
  const expected = hashParts(lock.hash, said.subarray(0, lock.salt.length));
  const proof = decryptValue(blockKeys.verifierHash, given.encryptedVerifierHashValue);
  if (!isSame(expected, proof.subarray(0, expected.length))) return undefined;
  const key = decryptValue(blockKeys.key, given.encryptedKeyValue).subarray(0, data.keyBytes);
  return packed => {
    const segments: Buffer[] = [];
    for (let at = 0, i = 0; at < packed.length; at += segmentBytes, i++) {
      const start = fitLength(hashParts(data.hash, data.salt, number32(i)), data.blockBytes);
      segments.push(decryptAes(data.mode, key, start, packed.subarray(at, at + segmentBytes)));
    }
    return Buffer.concat(segments);
  };
}

function chooseOpener(info: Buffer): (info: Buffer, password: string) => Opened {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 4 && minor === 4) return openAgile;
  if (minor === 2 && major >= 2 && major <= 4) return openStandard;
  throw unsupported(`version ${major}.${minor}`);
}

/** Writes the document inside an encrypted one to `output`. */
export async function decryptOffice(
  path: string,
  output: string,
  password: string | undefined,
): Promise<void> {
  await using file = await CompoundFile.open(path);
  if (!file) throw broken('no envelope');
  const info = await file.read('EncryptionInfo');
  const sealed = await file.read('EncryptedPackage');
  if (sealed.length > maxPackageBytes)
    throw new JobFailure('limit_exceeded', `an encrypted document of ${sealed.length} bytes`);
  try {
    const open = chooseOpener(info);
    const opened = (password !== undefined && open(info, password)) || open(info, excelsOwn);
    if (!opened) throw new JobFailure('password_required', 'encrypted office file');
    const size = Number(sealed.readBigUInt64LE(0));
    await writeFile(output, opened(sealed.subarray(8)).subarray(0, size));
  } catch (error) {
    throw error instanceof JobFailure ? error : broken(String(error));
  }
}
