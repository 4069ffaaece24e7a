import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  Cable,
  History,
  Keyboard,
  KeyRound,
  Languages,
  Layers,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  Plus,
  UserPlus,
  UserRound,
  Webhook,
  Zap,
} from 'lucide-react';
import { useMay } from '../api/workspace.ts';
import { strings } from '../wording/strings.ts';
import { openShortcuts } from './overlays.ts';
import { schemes } from './schemes.ts';
import { useLeave } from './use-leave.ts';

const words = strings.shell;

export interface Action {
  title: string;
  icon: LucideIcon;
  /** The place where it is, if its title does not name it. */
  note?: string;
  /** True for actions that are only found by their words, not listed before something is typed. */
  isRare?: true;
  open: () => void;
}

/** The actions of the palette that the person may do. */
export function useActions(): Action[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const leave = useLeave();
  const isMember = useMay('member');
  const isAdmin = useMay('admin');
  const creation = (title: string, icon: LucideIcon, to: string): Action => ({
    title,
    icon,
    isRare: true,
    open: () => void navigate({ to: to as '/', hash: 'new' }),
  });
  const setting = (title: string, icon: LucideIcon, hash: string): Action => ({
    title,
    icon,
    note: words.settings,
    isRare: true,
    open: () => void navigate({ to: '/settings', hash }),
  });
  return [
    { title: words.newRecipe, icon: Plus, open: () => void navigate({ to: '/recipes/new' }) },
    ...(isMember
      ? [
          creation(strings.batches.create, Layers, '/batches'),
          creation(strings.triggers.create, Zap, '/triggers'),
        ]
      : []),
    ...(isAdmin
      ? [
          {
            title: words.newKey,
            icon: KeyRound,
            open: () => void navigate({ to: '/keys', hash: 'new' }),
          },
          creation(strings.webhooks.create, Webhook, '/webhooks'),
          creation(strings.connections.create, Cable, '/connections'),
          creation(strings.members.invite, UserPlus, '/members'),
        ]
      : []),
    ...schemes.map(({ value, action, icon }) => ({
      title: action,
      icon,
      open: () => setColorScheme(value),
    })),
    setting(strings.settings.language, Languages, 'language'),
    setting(strings.settings.account, UserRound, 'account'),
    setting(strings.settings.changePassword, LockKeyhole, 'password'),
    setting(strings.settings.sessions, History, 'sessions'),
    { title: words.shortcuts, icon: Keyboard, open: openShortcuts },
    { title: words.signOut, icon: LogOut, open: () => void leave() },
  ];
}
