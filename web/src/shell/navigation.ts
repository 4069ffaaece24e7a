import { useMatchRoute } from '@tanstack/react-router';
import {
  Activity,
  ArrowLeftRight,
  BookOpen,
  Cable,
  ChartNoAxesColumn,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  ServerCog,
  Settings,
  Users,
  Waypoints,
  Webhook,
  Zap,
} from 'lucide-react';
import { strings } from '../wording/strings.ts';

const words = strings.shell;

export interface Place {
  label: string;
  icon: LucideIcon;
  /** A page, or an external address. */
  to?: string;
  /** The key that opens it after G. */
  key?: string;
  /** The address above other pages that belong to it. */
  also?: string;
  href?: string;
  /** True for entries in the bar at the bottom of a phone's screen; the others are behind "More". */
  inBottomBar?: true;
}

/** Returns a function that tells whether the current page belongs to an entry. */
export function useIsHere(): (place: Place) => boolean {
  const matchRoute = useMatchRoute();
  return ({ to, also }) =>
    [to, also].some(each => each !== undefined && matchRoute({ to: each as '/', fuzzy: each !== '/' }));
}

/** The entries of the side bar, from top to bottom. */
export const sections: { title?: string; operators?: true; places: Place[] }[] = [
  {
    places: [
      { label: words.convert, icon: ArrowLeftRight, to: '/', key: 'c', inBottomBar: true },
      { label: words.jobs, icon: ListChecks, to: '/jobs', key: 'j', inBottomBar: true },
      { label: words.batches, icon: Layers, to: '/batches', key: 'b' },
      { label: words.recipes, icon: Waypoints, to: '/recipes', key: 'r', also: '/runs', inBottomBar: true },
      { label: words.triggers, icon: Zap, to: '/triggers', key: 't' },
      { label: strings.connections.title, icon: Cable, to: '/connections', key: 'o' },
      { label: words.usage, icon: ChartNoAxesColumn, to: '/usage', key: 'u', inBottomBar: true },
    ],
  },
  {
    title: words.developers,
    places: [
      { label: words.keys, icon: KeyRound, to: '/keys', key: 'k' },
      { label: words.webhooks, icon: Webhook, to: '/webhooks', key: 'w' },
      { label: words.events, icon: Activity, to: '/events', key: 'e' },
      { label: words.reference, icon: BookOpen, href: 'api/public/docs' },
    ],
  },
  {
    title: words.workspace,
    places: [
      { label: words.members, icon: Users, to: '/members', key: 'm' },
      { label: words.settings, icon: Settings, to: '/settings', key: 's' },
    ],
  },
  { operators: true, places: [{ label: words.system, icon: ServerCog, to: '/system', key: 'y' }] },
];

export const listPlaces = (isOperator: boolean): Place[] =>
  sections.filter(({ operators }) => !operators || isOperator).flatMap(({ places }) => places);
