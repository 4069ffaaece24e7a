import type { Scope } from './states.ts';

/** The roles of members, from the least to the most. Each may do all that the roles before it may. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const includesRole = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

/** The role a member needs to do what a key needs this scope for. */
export const getRoleForScope = (scope: Scope): Role => (scope.endsWith(':read') ? 'viewer' : 'member');
