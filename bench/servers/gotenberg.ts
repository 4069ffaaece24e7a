import { exchange } from '../client.ts';
import { checkResult, encodeForm, type Server } from './server.ts';

/** Gotenberg: a form with the files, answered by the result. */
export const openGotenberg = (url: string): Server => ({
  name: 'Gotenberg',
  canDo: work => work.gotenberg !== undefined,
  async run(work) {
    const { route, fields } = work.gotenberg!;
    const { contentType, body } = encodeForm(work.files, 'files', fields);
    return checkResult(work, await exchange('POST', `${url}${route}`, { 'content-type': contentType }, body));
  },
});
