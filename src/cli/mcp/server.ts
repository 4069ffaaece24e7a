import { readFile } from 'node:fs/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { makeUnfinished } from '../../local/unfinished-folder.ts';
import { type Backend, type JobTypeInfo, WorkFailed } from '../backend/backend.ts';
import { NotOverwritten, saveOutputs } from '../batch/save.ts';
import { CommandError } from '../exit-codes.ts';
import type { Arguments } from './arguments.ts';
import { readFiles } from './inputs.ts';
import { type Call, isTextual, type Result, Results } from './results.ts';
import { type Roots, ToolError } from './roots.ts';
import { describeOptions, makeTools, type Tool } from './tools.ts';

/** Text up to this length is part of the answer, so that the model need not read the resource. */
const shownCharacters = 20_000;

const makeTextResult = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError && { isError }),
});

/** Turns an error into an answer that helps the model. Details of unexpected errors are left out. */
function makeErrorResult(error: unknown): CallToolResult {
  if (error instanceof WorkFailed) {
    const id = error.diagnosticId ? ` (diagnostic id ${error.diagnosticId})` : '';
    return makeTextResult(`${error.message}${id}`, true);
  }
  if (error instanceof NotOverwritten)
    return makeTextResult(
      `${error.path} already exists. Set { "overwrite": true } to overwrite it, or choose another save_to.`,
      true,
    );
  if (error instanceof ToolError || error instanceof CommandError) return makeTextResult(error.message, true);
  return makeTextResult(
    `An unexpected error occurred: ${(error as Error)?.message ?? error}. Try again.`,
    true,
  );
}

async function presentContent(result: Result): Promise<CallToolResult['content']> {
  const { uri, name, mimeType, size, path } = result;
  if (isTextual(mimeType) && size <= shownCharacters)
    return [{ type: 'resource', resource: { uri, mimeType, text: await readFile(path, 'utf8') } }];
  return [{ type: 'resource_link', uri, name, mimeType, size }];
}

/** Creates a session with one client: tools over a backend, results as resources. */
export async function createSession(
  backend: Backend,
  roots: Roots,
  version: string,
): Promise<{ server: Server; close(): Promise<void> }> {
  const types = await backend.jobTypes();
  const places = { roots, fetchesFiles: backend.fetchesFiles };
  const tools = makeTools(types, { server: backend.estimate !== undefined });
  const results = new Results();
  const server = new Server(
    { name: 'filemill', title: 'Filemill', version },
    {
      capabilities: { tools: {}, resources: { listChanged: true } },
      instructions: [
        `Filemill converts and processes files on ${backend.place}.`,
        roots.readable.length > 0
          ? `Files may be given by path in ${roots.readable.join(', ')}, or as data.`
          : 'Files are given as data: no folder is open.',
        roots.writable.length > 0
          ? `Results may be written to ${roots.writable.join(', ')} with save_to.`
          : '',
      ]
        .filter(Boolean)
        .join(' '),
    },
  );

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema,
    })),
  }));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: results.list().map(({ uri, name, mimeType, size }) => ({ uri, name, mimeType, size })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    try {
      return { contents: [await results.read(params.uri)] };
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, (error as Error).message);
    }
  });

  async function work(
    tool: Tool,
    given: Arguments,
    signal: AbortSignal,
    tell: (progress: number, message: string) => void,
  ): Promise<CallToolResult> {
    // This is checked before any work, because a result without a folder would be lost.
    const folder = typeof given.save_to === 'string' ? await roots.findFolder(given.save_to) : undefined;
    const { call, dir } = await results.begin(tool.name);
    const unfinished = folder === undefined ? undefined : await makeUnfinished(folder);
    try {
      const files = await readFiles(tool.listFiles?.(given) ?? [], places, dir);
      const onProgress = (percent: number, doing: string) => {
        call.progress = Math.floor(percent);
        tell(percent, doing);
      };
      const { outputs, jobId } = await backend.run(tool.makeWork!(given), files, {
        dir: unfinished?.path ?? dir,
        signal,
        onProgress,
        onWarning: ({ message }) => call.warnings.push(message),
      });
      if (folder === undefined) call.results = Results.describe(call, outputs);
      else call.saved = await saveOutputs(outputs, { folder }, [], given.overwrite === true);
      Object.assign(call, { status: 'completed', progress: 100, ...(jobId && { jobId }) });
      if (folder === undefined) await server.sendResourceListChanged();
      return await report(call);
    } catch (error) {
      Object.assign(call, { status: 'failed', error: (error as Error).message });
      throw error;
    } finally {
      await unfinished?.close();
    }
  }

  /** Asks the server about files without fetching a result: an estimate, or a new batch. */
  async function ask(tool: Tool, given: Arguments): Promise<CallToolResult> {
    const { call, dir } = await results.begin(tool.name);
    try {
      const files = await readFiles(tool.listFiles?.(given) ?? [], places, dir);
      const answered = tool.estimates
        ? await backend.estimate!(tool.estimates(given), files)
        : await backend.batches!.create(tool.startsBatch!(given), files);
      Object.assign(call, { status: 'completed', progress: 100 });
      return makeTextResult(JSON.stringify(answered, null, 2));
    } catch (error) {
      Object.assign(call, { status: 'failed', error: (error as Error).message });
      throw error;
    }
  }

  async function report(call: Call): Promise<CallToolResult> {
    const { id, jobId, saved, results: made, warnings } = call;
    const where = saved
      ? `Written: ${saved.join(', ')}`
      : `Made: ${made.map(({ name, size }) => `${name} (${size} bytes)`).join(', ')}`;
    const contents = await Promise.all(made.map(presentContent));
    return {
      content: [
        { type: 'text', text: `${where}. This is ${id}${jobId ? `, job ${jobId} on the server` : ''}.` },
        ...warnings.map(text => ({ type: 'text' as const, text })),
        ...contents.flat(),
      ],
    };
  }

  async function answer(name: string, given: Arguments): Promise<CallToolResult> {
    if (name === 'list_recipes') return makeTextResult(JSON.stringify(await backend.recipes(), null, 2));
    if (name === 'list_job_types') {
      const type = types.find(({ id }) => id === given.type);
      if (given.type !== undefined && !type)
        throw new ToolError(
          `There is no job type ${given.type}. Job types: ${types.map(({ id }) => id).join(', ')}.`,
        );
      // What a server says for its page, such as offers and their order, is of no use to a model.
      const describe = ({ id, summary, inputs, roles, accepts }: JobTypeInfo) => ({
        id,
        summary,
        inputs,
        roles,
        accepts: accepts.map(({ format }) => format),
      });
      const described = type ? { ...describe(type), options: describeOptions(type) } : types.map(describe);
      return makeTextResult(JSON.stringify(described, null, 2));
    }
    const id = String(given.id ?? '');
    const call = results.find(id);
    if (call)
      return call.status === 'completed'
        ? await report(call)
        : makeTextResult(JSON.stringify({ ...call, results: undefined }));
    if (backend.jobs && id.startsWith('job_'))
      return makeTextResult(JSON.stringify(await backend.jobs.get(id), null, 2));
    throw new ToolError(`There is no job ${id}. Give the id that a tool returned, such as call-1.`);
  }

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no tool ${params.name}. Tools: ${tools.map(({ name }) => name).join(', ')}.`,
      );
    const token = _meta?.progressToken;
    let last = -1;
    const tell = (percent: number, message: string) => {
      const progress = Math.floor(percent);
      // The protocol requires progress to increase.
      if (token === undefined || progress <= last) return;
      last = progress;
      const told = { progressToken: token, progress, total: 100, message };
      sendNotification({ method: 'notifications/progress', params: told }).catch(() => {});
    };
    try {
      tell(0, 'begun');
      const given = (params.arguments ?? {}) as Arguments;
      if (tool.estimates || tool.startsBatch) return await ask(tool, given);
      if (tool.asks) return makeTextResult(JSON.stringify(await tool.asks(backend, given), null, 2));
      return tool.makeWork ? await work(tool, given, signal, tell) : await answer(tool.name, given);
    } catch (error) {
      return makeErrorResult(error);
    }
  });

  return { server, close: () => results.close() };
}
