import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAllowedDestinations } from '../../src/domain/outgoing/destinations/destinations.ts';
import { isPublicAddress } from '../../src/domain/outgoing/destinations/public-address.ts';
import { Bench } from './support/bench.ts';
import { type Names, serveNames } from './support/names.ts';
import { Receiver } from './support/receiver.ts';

describe('addresses', () => {
  test.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '[2606:4700::1111]',
  ])('%s is public', address => expect(isPublicAddress(address)).toBe(true));

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'localhost',
    '',
  ])('%s is not public', address => expect(isPublicAddress(address)).toBe(false));

  test('the operator can allow names, addresses and ranges, each with or without a port', () => {
    const allowed = readAllowedDestinations([
      'hooks.internal',
      'db:8080',
      '10.1.0.0/16',
      '127.0.0.1:9',
      '[::1]:9',
      'fd00::/8',
    ]);
    const may = (hostname: string, port: number, address: string) =>
      allowed.allowsDestination({ hostname, port, address });
    expect(may('hooks.internal', 1, '192.168.0.1')).toBe(true);
    expect(may('HOOKS.internal.', 1, '192.168.0.1')).toBe(true);
    expect(may('other.internal', 1, '192.168.0.1')).toBe(false);
    expect(may('db', 8080, '10.9.0.1')).toBe(true);
    expect(may('db', 80, '10.9.0.1')).toBe(false);
    expect(may('x', 80, '10.1.255.1')).toBe(true);
    expect(may('x', 80, '::ffff:10.1.255.1')).toBe(true);
    expect(may('x', 80, '10.2.0.1')).toBe(false);
    expect(may('x', 9, '127.0.0.1')).toBe(true);
    expect(may('x', 10, '127.0.0.1')).toBe(false);
    expect(may('x', 9, '::1')).toBe(true);
    expect(may('x', 80, '::1')).toBe(false);
    expect(may('x', 80, 'fd12::1')).toBe(true);
  });
});

describe('delivery', () => {
  let bench: Bench;
  let names: Names;
  /** Listens on every address of this machine, so only the guard protects it. */
  let receiver: Receiver;
  beforeAll(async () => {
    bench = await Bench.start();
    receiver = await Receiver.start('0.0.0.0');
    names = await serveNames({
      // A name that resolves to an allowed address first, then to a forbidden one.
      'rebind.test': [['127.0.0.2'], ['127.0.0.1']],
      'private.test': [['127.0.0.1']],
      'both.test': [['127.0.0.1', '127.0.0.2']],
      'listed.test': [['127.0.0.1']],
    });
  });
  afterEach(() => bench.stopDeliverers());
  afterAll(async () => {
    names.stop();
    await receiver.stop();
    await bench.stop();
  });

  async function deliverTo(hostname: string, allowHosts = ['127.0.0.2/32']) {
    const workspaceId = await bench.workspace();
    const { id } = await bench.webhook(workspaceId, {
      url: `http://${hostname}:${receiver.port}/${hostname}`,
    });
    bench.deliver({ allowHosts, dnsServers: [names.server] });
    await bench.event(workspaceId);
    const [delivery] = await bench.logWhen(id, ([first]) => first !== undefined && first.attempts.length > 0);
    return { id, delivery: delivery! };
  }
  const came = (path: string) => receiver.received.filter(got => got.path === `/${path}`).length;

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    'private.test',
  ])('to %s is refused, and nothing is sent', async hostname => {
    const { delivery } = await deliverTo(hostname);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ error: 'address_not_allowed' }] });
    expect(receiver.received).toEqual([]);
  });

  test('to a name that does not resolve is reported as such', async () => {
    const { delivery } = await deliverTo('nowhere.test');
    expect(delivery.attempts[0]).toMatchObject({ error: 'unresolvable' });
  });

  test('to a name that changes its address is checked again at the next connection', async () => {
    receiver.respond = response => response.writeHead(500, { connection: 'close' }).end();
    const { id, delivery } = await deliverTo('rebind.test');
    expect(delivery.attempts[0]).toMatchObject({ status: 500 });
    expect(came('rebind.test')).toBe(1);
    await bench.timePasses();
    const [after] = await bench.logWhen(id, ([first]) => first!.attempts.length === 2);
    expect(after!.attempts[1]).toMatchObject({ error: 'address_not_allowed' });
    expect(came('rebind.test')).toBe(1);
    expect(names.asked).toEqual(expect.arrayContaining(['rebind.test 127.0.0.2', 'rebind.test 127.0.0.1']));
  });

  test('uses only the allowed addresses of a name', async () => {
    receiver.answer(200);
    const { delivery } = await deliverTo('both.test');
    expect(delivery.status).toBe('delivered');
    expect(came('both.test')).toBe(1);
  });

  test('to a name that the operator allows succeeds', async () => {
    const { delivery } = await deliverTo('localhost', [`localhost:${receiver.port}`]);
    expect(delivery.status).toBe('delivered');
    expect(came('localhost')).toBe(1);
  });
});
