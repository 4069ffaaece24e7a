/** The tabs of the page, in order. */
export const tabs = ['overview', 'failures', 'engines', 'workspaces', 'plans', 'audit'] as const;
export type Tab = (typeof tabs)[number];

/** The state of the page, as kept in the address. */
export interface Place {
  tab?: Tab;
  /** The diagnostic id to find. */
  diagnostic?: string;
}

export const readPlace = ({ tab, diagnostic }: Record<string, unknown>): Place => ({
  ...((tabs as readonly unknown[]).includes(tab) && { tab: tab as Tab }),
  ...(typeof diagnostic === 'string' && diagnostic !== '' && { diagnostic }),
});
