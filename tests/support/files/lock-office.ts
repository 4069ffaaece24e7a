import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { compoundFile, minStream, number32, padded } from './compound-file.ts';

/** Encrypts an OOXML file like current Office versions (MS-OFFCRYPTO 2.3.4.10): agile, AES-256 in CBC, SHA-512. */
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
  const content = padded(document, minStream);
  const segments = Array.from({ length: content.length / minStream }, (_, i) =>
    seal(key, sha(dataSalt, number32(i)), content.subarray(i * minStream, (i + 1) * minStream)),
  );
  const sealed = Buffer.concat([size, ...segments]);
  const proven = (block: string, data: Buffer) =>
    seal(key, sha(dataSalt, Buffer.from(block, 'hex')), data).toString('base64');
  const mac = createHmac('sha512', macKey).update(sealed).digest();
  const cipher =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${cipher} saltValue="${dataSalt.toString('base64')}"/><dataIntegrity encryptedHmacKey="${proven('5fb2ad010cb9e1f6', macKey)}" encryptedHmacValue="${proven('a0677f02b22c8433', mac)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${cipher} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${locked('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${locked('d7aa0f6d3061344e', sha(verifier))}" encryptedKeyValue="${locked('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const version = Buffer.from('0400040040000000', 'hex');
  return compoundFile({
    EncryptionInfo: padded(Buffer.concat([version, Buffer.from(xml)]), minStream, 0x20),
    EncryptedPackage: sealed,
  });
}
