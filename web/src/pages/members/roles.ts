import type { Role } from '@filemill/client';
import { strings } from '../../wording/strings.ts';

const roles: Role[] = ['viewer', 'member', 'admin', 'owner'];

/** The roles a person can assign: only owners can make owners. */
export const listRoleChoices = (byOwner: boolean) =>
  roles
    .filter(role => byOwner || role !== 'owner')
    .map(value => ({ value, label: strings.members.roles[value].title }));
