import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask } from '../client.ts';
import { checkResult, encodeForm, type Server, type Work } from './server.ts';

/** How often the progress page is read. ConvertX offers no other way to wait. */
const pollMs = 20;

function expectStatus(answer: Answer, status: number, what: string): Answer {
  if (answer.status === status) return answer;
  throw new Error(`ConvertX, ${what}: ${answer.status} ${answer.body.subarray(0, 200)}`);
}

/** Opens a session with a job of its own, as the start page does for every visitor. */
async function openSession(url: string): Promise<{ cookie: string; job: string }> {
  const { headers } = expectStatus(
    await ask('GET', `${url}/`, {}),
    200,
    'start page (ALLOW_UNAUTHENTICATED)',
  );
  const cookies = (headers['set-cookie'] ?? []).map(each => each.split(';')[0]!);
  const job = cookies.find(each => each.startsWith('jobId='))?.slice('jobId='.length);
  if (!job) throw new Error('ConvertX set no cookie for a job');
  return { cookie: cookies.join('; '), job };
}

/** Waits until the page of the job links to its result. */
async function waitForLink(url: string, cookie: string, job: string): Promise<string> {
  for (;;) {
    const page = expectStatus(await ask('POST', `${url}/progress/${job}`, { cookie }), 200, 'progress');
    const link = /href="([^"]*\/download\/[^"]+)"/.exec(page.body.toString())?.[1];
    if (link) return link;
    await sleep(pollMs);
  }
}

async function convert(url: string, work: Work): Promise<Buffer> {
  const { cookie, job } = await openSession(url);
  const { contentType, body } = encodeForm(work.files, 'file');
  const headers = { cookie, 'content-type': contentType };
  expectStatus(await ask('POST', `${url}/upload`, headers, body), 200, 'upload');
  const form = new URLSearchParams({
    convert_to: work.convertx!,
    file_names: JSON.stringify(work.files.map(({ filename }) => filename)),
  });
  const formHeaders = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const started = expectStatus(
    await ask('POST', `${url}/convert`, formHeaders, String(form)),
    302,
    'convert',
  );
  if (!started.headers.location?.includes('/results/')) throw new Error('ConvertX did not start the job');
  const link = new URL(await waitForLink(url, cookie, job), url);
  return expectStatus(await ask('GET', link.href, { cookie }), 200, 'download').body;
}

/** ConvertX has no API: this does what its page does, with `ALLOW_UNAUTHENTICATED=true`. */
export const openConvertX = (url: string): Server => ({
  name: 'ConvertX',
  canDo: work => work.convertx !== undefined,
  run: async work => checkResult(work, await convert(url, work)),
});
