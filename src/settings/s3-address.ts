/** A bucket given by `STORAGE_URL`. */
export interface S3Address {
  bucket: string;
  /** The prefix of every key; empty, or ends with a slash. */
  prefix: string;
  region: string;
  /** The store's URL; AWS's if it is left out. */
  endpoint?: string;
  /** The store's URL for callers, if it differs. */
  publicEndpoint?: string;
  /** True if the bucket is in the path of a URL, not in its host. */
  pathStyle: boolean;
}

const example = 's3://bucket?endpoint=https://s3.example.com&region=us-east-1';
const parameters = ['endpoint', 'publicEndpoint', 'region', 'pathStyle'];

function readEndpoint(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash || parsed.username)
    throw new Error(`has an invalid ${name}; give a URL like https://s3.example.com`);
  if (parsed.pathname !== '/') throw new Error(`has a path in ${name}; give only scheme, host and port`);
  return parsed.origin;
}

/**
 * Parses `s3://bucket/prefix?endpoint=…&publicEndpoint=…&region=…&pathStyle=…`. Credentials are configured as
 * for the AWS SDK.
 */
export function readS3Address(text: string, region: string | undefined): S3Address {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const bucket = parsed?.hostname ?? '';
  if (!parsed || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || parsed.port || parsed.hash)
    throw new Error(`must name a bucket, like ${example}`);
  if (parsed.username || parsed.password)
    throw new Error('must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const path = parsed.pathname.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9_./-]{0,200}$/.test(path))
    throw new Error('has an invalid prefix; use only letters, digits, _, ., - and /');
  const query = parsed.searchParams;
  for (const name of query.keys())
    if (!parameters.includes(name))
      throw new Error(`has an unknown parameter ${name}; use one of ${parameters.join(', ')}`);
  const pathStyle = query.get('pathStyle');
  if (pathStyle !== null && pathStyle !== 'true' && pathStyle !== 'false')
    throw new Error('has an invalid pathStyle; use true or false');
  const endpoint = readEndpoint(query, 'endpoint');
  const publicEndpoint = readEndpoint(query, 'publicEndpoint');
  if (publicEndpoint && !endpoint) throw new Error('has a publicEndpoint but no endpoint; give both');
  return {
    bucket,
    prefix: path && `${path}/`,
    region: query.get('region') ?? region ?? 'us-east-1',
    ...(endpoint && { endpoint }),
    ...(publicEndpoint && { publicEndpoint }),
    // Self-hosted stores seldom have a host name per bucket; AWS always has.
    pathStyle: pathStyle === null ? endpoint !== undefined : pathStyle === 'true',
  };
}
