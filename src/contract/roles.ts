import type { Scope } from './states.ts';

/** What a member may do, each also what those before it may. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const includesRole = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

/** What takes a scope of a key takes this role of a member. */
export const getRoleForScope = (scope: Scope): Role => (scope.endsWith(':read') ? 'viewer' : 'member');
