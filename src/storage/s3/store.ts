import {
  type $Command,
  S3Client,
  type S3ClientConfig,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { limits } from '../../settings/limits.ts';
import type { S3Address } from '../../settings/s3-address.ts';
import { StoreUnavailable } from '../storage.ts';

type Send = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: $Command<Input, Output, S3ClientResolvedConfig>,
  signal?: AbortSignal,
) => Promise<Output>;

/** The bucket and its client. */
export interface Store {
  bucket: string;
  prefix: string;
  /** Sends a request. Errors and timeouts of the store are thrown as `StoreUnavailable`. */
  send: Send;
  client: S3Client;
}

const nameOperation = (command: object): string => command.constructor.name.replace(/Command$/, '');

/** Returns true if the object does not exist. A missing bucket is different, and the operator's problem. */
export const isNoSuchKey = (error: unknown): boolean => {
  const { name, $metadata } = ((error as Error)?.cause ?? error) as {
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return (
    name === 'NoSuchKey' ||
    name === 'NoSuchUpload' ||
    ($metadata?.httpStatusCode === 404 && name === 'NotFound')
  );
};

export function openStore({ bucket, prefix, endpoint, region, pathStyle }: S3Address): Store {
  const settings: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    // Few stores other than AWS support the newer checksums; payloads are signed by their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: limits.storeAttempts,
    requestHandler: {
      connectionTimeout: limits.storeConnectSeconds * 1000,
      socketTimeout: limits.storeIdleSeconds * 1000,
      // Every upload and download through the service uses one.
      httpAgent: { keepAlive: true, maxSockets: limits.connections },
      httpsAgent: { keepAlive: true, maxSockets: limits.connections },
    },
  };
  const client = new S3Client(settings);

  const send: Send = async (command, signal) => {
    try {
      return await client.send(command, signal ? { abortSignal: signal } : {});
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new StoreUnavailable(nameOperation(command), error);
    }
  };

  return { bucket, prefix, client, send };
}
