import { Monitor, Moon, Sun } from 'lucide-react';
import { strings } from '../wording/strings.ts';

const words = strings.shell;

/** The colour schemes, and the action that chooses each. */
export const schemes = [
  { value: 'light', label: words.light, action: words.useLight, icon: Sun },
  { value: 'dark', label: words.dark, action: words.useDark, icon: Moon },
  { value: 'auto', label: words.auto, action: words.useAuto, icon: Monitor },
] as const;
