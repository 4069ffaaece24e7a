import { exchange } from '../client.ts';
import { checkResult, encodeForm, type Server } from './server.ts';

/** Filemill with one request per result. */
export const openFilemill = (base: string, headers: Record<string, string>): Server => ({
  name: 'Filemill',
  canDo: () => true,
  async run(work) {
    const [file, second] = work.files;
    if (second) {
      const { contentType, body } = encodeForm(work.files, 'file');
      const url = `${base}/${work.filemill}`;
      return checkResult(
        work,
        await exchange('POST', url, { ...headers, 'content-type': contentType }, body),
      );
    }
    const { filename, contentType, bytes } = file!;
    const url = `${base}/${work.filemill}${work.filemill.includes('?') ? '&' : '?'}filename=${filename}`;
    return checkResult(work, await exchange('POST', url, { ...headers, 'content-type': contentType }, bytes));
  },
});
