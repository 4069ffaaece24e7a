import type { FastifyRequest } from 'fastify';
import type { Actor } from '../domain/people/audit/record.ts';

/** Finds who makes a request: the signed-in user, or the key. */
export const getActor = ({ person, caller }: Pick<FastifyRequest, 'person' | 'caller'>): Actor =>
  person ? { userId: person.id } : { keyId: caller.keyId! };
