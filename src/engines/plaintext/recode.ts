import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encodeText } from '../text/encode.ts';
import { decodeFile } from '../text/encoding.ts';

export async function recode(input: string, output: string, encoding = 'utf-8'): Promise<void> {
  await pipeline(Readable.from(encodeText(decodeFile(input), encoding)), createWriteStream(output));
}
