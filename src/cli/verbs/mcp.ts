import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command, InvalidArgumentError } from 'commander';
import type { Backend } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { serveHttp } from '../mcp/http.ts';
import { Roots } from '../mcp/roots.ts';
import { createSession } from '../mcp/server.ts';
import { version } from '../version.ts';
import { addPlaceFlags } from './general.ts';

interface McpFlags {
  root?: string[];
  write?: string[];
  http?: number | true;
  host: string;
  token?: string;
  allowHost?: string[];
}

const addAnother = (text: string, before: string[] = []): string[] => [...before, text];

const readPort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return Number(text);
};

const defaultPort = 3333;

/** Waits for Ctrl-C, or for the end of the process that started this one. */
async function waitForEnd(ended: Promise<unknown>): Promise<void> {
  await Promise.race([ended, ...['SIGINT', 'SIGTERM', 'SIGHUP'].map(signal => once(process, signal))]);
}

async function serveStdio(backend: Backend, roots: Roots): Promise<void> {
  const { server, close } = await createSession(backend, roots, version);
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await waitForEnd(closed);
  await server.close();
  await close();
}

async function serveOverHttp(backend: Backend, roots: Roots, flags: McpFlags): Promise<void> {
  const token = flags.token ?? process.env.FILEMILL_MCP_TOKEN ?? randomBytes(24).toString('base64url');
  const { url, close } = await serveHttp(
    {
      host: flags.host,
      port: typeof flags.http === 'number' ? flags.http : defaultPort,
      token,
      allowHosts: flags.allowHost ?? [],
    },
    () => createSession(backend, roots, version),
  );
  const given = flags.token ?? process.env.FILEMILL_MCP_TOKEN;
  process.stderr.write(`MCP server: ${url}\n${given ? '' : `Authorization: Bearer ${token}\n`}`);
  await waitForEnd(new Promise(() => {}));
  await close();
}

/** Makes the command that offers tools to language models, over standard input and output or HTTP. */
export async function makeMcpCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  return addPlaceFlags(new Command('mcp'))
    .option(
      '--root <folder>',
      'a folder from which files may be read; repeatable (default: none)',
      addAnother,
    )
    .option(
      '--write <folder>',
      'a folder from which files may be read and to which results may be written; repeatable (default: none)',
      addAnother,
    )
    .option(
      '--http [port]',
      `serve over HTTP instead of standard input and output (default port: ${defaultPort})`,
      readPort,
    )
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option(
      '--token <token>',
      'the token that clients must send (default: FILEMILL_MCP_TOKEN, otherwise a new one is printed)',
    )
    .option(
      '--allow-host <name>',
      'an additional host name to accept; repeatable (default: only its own)',
      addAnother,
    )
    .action(async (flags: McpFlags) => {
      const roots = await Roots.open(flags.root ?? [], flags.write ?? []);
      await (flags.http === undefined ? serveStdio(backend, roots) : serveOverHttp(backend, roots, flags));
    });
}
