import { writeTextFile } from '../../encodings/encode.ts';
import { decodeFile } from '../../encodings/encoding.ts';

export async function recode(input: string, output: string, encoding = 'utf-8'): Promise<void> {
  await writeTextFile(output, decodeFile(input), encoding);
}
