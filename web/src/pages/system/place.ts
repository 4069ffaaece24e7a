/** The parts of the page, in their order. */
export const tabs = ['overview', 'failures', 'engines', 'workspaces', 'plans'] as const;
export type Tab = (typeof tabs)[number];

/** What of the page is shown, as it stands in the address. */
export interface Place {
  tab?: Tab;
  /** Of the failure that is looked for. */
  diagnostic?: string;
}

export const readPlace = ({ tab, diagnostic }: Record<string, unknown>): Place => ({
  ...((tabs as readonly unknown[]).includes(tab) && { tab: tab as Tab }),
  ...(typeof diagnostic === 'string' && diagnostic !== '' && { diagnostic }),
});
