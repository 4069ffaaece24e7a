import { CompoundFile } from './compound-file.ts';

const encryptionRecord = 0x002f;
/** The record that ends the workbook's globals, after which the sheets begin. */
const endRecord = 0x000a;
const recordHeader = 4;

/** Tells whether one of a workbook's first records says how the others are encrypted. */
function hasEncryptionRecord(stream: Buffer): boolean {
  for (let at = 0; at + recordHeader <= stream.length; at += recordHeader + stream.readUInt16LE(at + 2)) {
    const kind = stream.readUInt16LE(at);
    if (kind === encryptionRecord) return true;
    if (kind === endRecord) return false;
  }
  return false;
}

/** The token of the current user in an encrypted presentation. In others it is E391C05F. */
const encryptedUser = 0xf3d1c4df;
const encryptedDocument = 0x0100;

/** Tells whether a file of the old Office formats has a password, however it is locked. */
export async function isLockedOldOffice(path: string, format: string): Promise<boolean> {
  await using file = await CompoundFile.open(path);
  if (!file) return false;
  const read = async (name: string) => (file.has(name) ? await file.read(name) : Buffer.alloc(0));
  if (format === 'xls') return hasEncryptionRecord(await read(file.has('Workbook') ? 'Workbook' : 'Book'));
  if (format === 'ppt') {
    const user = await read('Current User');
    return file.has('EncryptedSummary') || (user.length >= 16 && user.readUInt32LE(12) === encryptedUser);
  }
  const document = await read('WordDocument');
  return document.length >= 12 && (document.readUInt16LE(10) & encryptedDocument) !== 0;
}
