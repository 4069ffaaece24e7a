import type { Tab } from '../job-type.ts';

export const mediaTab: Tab = {
  id: 'media',
  title: 'Media',
  heading: { title: 'Edit sound and video', rank: 35 },
};
