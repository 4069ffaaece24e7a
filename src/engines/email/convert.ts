import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { recogniseFile } from '../../formats/recognise-file.ts';
import { limits } from '../../settings/limits.ts';
import type { Convert, Converted } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('mail.py', import.meta.url));
/** The script's own exit codes. */
const failures = new Map([
  [65, 'unreadable_input'],
  [66, 'message_encrypted'],
  [67, 'limit_exceeded'],
] as const);

interface MailFile {
  path: string;
  name: string;
}
interface Answer {
  count: number;
  attachmentCount: number;
  hasRemotePictures?: boolean;
  isCut: boolean;
  hasEncrypted: boolean;
  attachments?: MailFile[];
  messages?: MailFile[];
}

/** Makes the name in a message fit for a file. */
const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[/\\\p{C}\p{Zl}\p{Zp}]/gu, '_')
    .replace(/^\.+$/, '')
    .trim() || 'attachment';

async function describeAttachment({ path, name }: MailFile): Promise<Converted> {
  const filename = cleanName(name);
  return { path, filename, format: await recogniseFile(path, filename) };
}

export const convert: Convert = async ({ from, to, input, output, stem, dir, options }) => {
  const request = {
    ...{ from, to, input, output, folder: dir, title: stem },
    attachments: options.attachments === true,
    messages: limits.mailboxMessages,
  };
  let answer: Answer;
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify(request),
    });
    answer = JSON.parse(stdout.toString('utf8')) as Answer;
  } catch (error) {
    const id = error instanceof ProgramFailure && failures.get(error.code as 65);
    if (id) throw new JobFailure(id, (error as ProgramFailure).detail);
    throw error;
  }
  const {
    messages,
    attachments = [],
    count,
    attachmentCount,
    hasRemotePictures,
    isCut,
    hasEncrypted,
  } = answer;
  if (messages)
    return messages.map(({ path, name }) => ({ path, ...(messages.length > 1 && { label: name }) }));
  const warnings: WarningId[] = [];
  if (hasRemotePictures) warnings.push('mail_pictures');
  if (isCut) warnings.push('parts_left_out');
  if (hasEncrypted) warnings.push('messages_encrypted');
  const page: Converted = {
    path: output,
    metadata: { attachments: attachmentCount, ...(from === 'mbox' && { messages: count }) },
    warnings,
  };
  return [page, ...(await Promise.all(attachments.map(describeAttachment)))];
};
