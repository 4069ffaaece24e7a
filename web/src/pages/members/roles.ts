import type { Role } from '@filemill/client';
import { strings } from '../../wording/strings.ts';

const roles: Role[] = ['viewer', 'member', 'admin', 'owner'];

/** The roles somebody can give: owners are made by owners only. */
export const roleChoices = (byOwner: boolean) =>
  roles
    .filter(role => byOwner || role !== 'owner')
    .map(value => ({ value, label: strings.members.roles[value].title }));
