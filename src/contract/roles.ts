import type { Scope } from './states.ts';

/** The roles of members, from the weakest to the strongest. Each may do all that the roles before it may. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const includesRole = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

/** Returns the role that a member needs for the actions of this scope. */
export const getRoleForScope = (scope: Scope): Role =>
  scope === 'webhooks:write' || scope === 'connections:write'
    ? 'admin'
    : scope.endsWith(':read')
      ? 'viewer'
      : 'member';
