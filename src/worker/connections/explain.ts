import { classifyError } from '../deliveries/post.ts';
import { ConnectionProblem } from './client.ts';
import { FetchProblem } from './source.ts';

const sentences: Partial<Record<ReturnType<typeof classifyError>, string>> = {
  address_not_allowed: 'Its address is not public, and FETCH_ALLOW_HOSTS does not list it.',
  unresolvable: 'Its name cannot be resolved.',
  tls_failed: 'Its certificate is not valid.',
};

/** Explains to the people who set a connection up why it does not work. The sentence contains no address and no secret. */
export function explainProblem(error: unknown): string {
  if (error instanceof ConnectionProblem) return error.message;
  if (error instanceof FetchProblem)
    return error.place
      ? `The server answered GET with status ${error.place}.`
      : 'A written file cannot be read.';
  return sentences[classifyError(error)] ?? 'The server cannot be reached, or does not answer in time.';
}
