/** A worker's hosts in a separate process, for tests that kill it or run it as another user. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listTree } from '../../../src/worker/sandbox/process-tree.ts';
import { ask, type Logged, openHosts, recordingLog } from '../hosts.ts';

const [dir = '', plan = 'busy'] = process.argv.slice(2);
const logged: Logged[] = [];
const hosts = await openHosts(dir, { log: recordingLog(logged) });
const outcome = (type: string, options: unknown = {}, limits = {}) =>
  ask(hosts, type, options, { limits }).then(
    ({ text }) => ({ ok: JSON.parse(text) }),
    error => ({ reason: error.reason, detail: error.detail }),
  );

if (plan === 'busy') {
  // One busy host, one used host and one spare: all must end with this process.
  await ask(hosts, 'echo', {}, { workspaceId: 'wsp_other' });
  const working = outcome('endless', { how: 'child' }, { seconds: 60 });
  while (listTree(process.pid).length < 10) await sleep(50);
  process.send?.('busy');
  await working;
} else {
  process.send?.({
    echo: await outcome('echo'),
    reach: await outcome('reach', JSON.parse(plan)),
    memory: await outcome('hoard', { how: 'child' }, { memoryMb: 200 }),
    leaderless: await outcome('hoard', { how: 'leaderless' }, { memoryMb: 200 }),
    hidden: await outcome('flood', { where: 'leaderless' }),
    bomb: await outcome('fork-bomb', { counting: true }, { seconds: 10 }),
    unnamed: await outcome('flood', { where: 'unnamed' }),
    unburied: await outcome('unburied'),
    mapped: await outcome('flood', { where: 'mapped' }),
    programs: await outcome('flood', { where: 'programs' }),
    unreadable: await outcome('flood', { where: 'unreadable' }),
    closed: await outcome('flood', { where: 'closed' }),
    closedFile: await outcome('escape', { how: 'closedFile', target: '' }),
    link: await outcome('escape', { how: 'link', target: '/etc/passwd' }),
    leftovers: await outcome('leftovers'),
    again: await outcome('echo'),
    told: logged.filter(({ level }) => level === 'error').map(({ fields }) => fields.detail),
  });
  await hosts.close();
  process.disconnect();
}
