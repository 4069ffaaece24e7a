import { makeFirstUserToken } from '../../../src/domain/people/workspaces/first-user.ts';
import type { ErrorBody } from '../../support/client.ts';
import { fetchDescribed } from '../../support/described.ts';
import type { TestService } from '../../support/service.ts';

export interface Answer<Body = ErrorBody> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface SignedIn {
  user: { id: string; name: string; email: string; operator: boolean };
  sessionId: string;
  workspaces: { id: string; name: string; role: string }[];
}

export const documentOf = (url: string) => fetchDescribed(`${url}/api/workspace/openapi.json`);

/** The responses by route, for the tests that check that every route is covered. */
export const answered = new Set<string>();

export const password = 'correct horse battery';

/** A person with a browser's cookie jar. Every response is checked against the OpenAPI document of the workspace. */
export class Person {
  readonly url: string;
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  async send<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${this.url}/api/workspace${path}`, {
      method,
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      this.cookie = /max-age=0/i.test(set) ? '' : pair;
    }
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    const document = await documentOf(this.url);
    document.expect(method, path, response.status, parsed);
    if (response.ok) answered.add(document.route(method, path) ?? '');
    return { status: response.status, headers: response.headers, body: parsed as Body };
  }

  get<Body = ErrorBody>(path: string): Promise<Answer<Body>> {
    return this.send<Body>('GET', path);
  }

  post<Body = ErrorBody>(path: string, body?: unknown): Promise<Answer<Body>> {
    return this.send<Body>('POST', path, body);
  }

  /** Returns the body of a success, for steps that a test is not about. */
  async ok<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.send<Body>(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  signIn(email: string, given = password): Promise<Answer<SignedIn>> {
    return this.send<SignedIn>('POST', '/session', { email, password: given });
  }
}

/** Creates the first user of a fresh service: owner of its first workspace, and operator. */
export async function firstUser(
  service: TestService,
): Promise<{ person: Person; workspaceId: string; id: string }> {
  const person = new Person(service.url);
  const token = await makeFirstUserToken(service.db);
  const signed = await person.ok<SignedIn>('POST', '/welcome', {
    token,
    name: 'Ada',
    email: 'ada@example.com',
    password,
  });
  return { person, workspaceId: signed.workspaces[0]!.id, id: signed.user.id };
}

/** Creates a new user, invited by `by` and signed in. */
export async function joined(
  by: Person,
  workspaceId: string,
  role: string,
  email: string,
): Promise<{ person: Person; id: string }> {
  const { link } = await by.ok<{ link: string }>('POST', `/workspaces/${workspaceId}/invitations`, {
    email,
    role,
  });
  const person = new Person(by.url);
  const { user } = await person.ok<SignedIn>('POST', '/invitations/accept', {
    token: link.split('#token=')[1],
    name: email,
    password,
  });
  return { person, id: user.id };
}
