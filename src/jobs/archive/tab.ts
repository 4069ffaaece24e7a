import type { Tab } from '../job-type.ts';

export const archiveTab: Tab = {
  id: 'archive',
  title: 'Archives',
  heading: { title: 'Archives', rank: 45 },
};
