import { median } from '../measure.ts';
import type { Figure, Side } from '../report/figure.ts';
import type { Server, Work } from '../servers/server.ts';
import { type Driven, drive, type Pace } from './drive.ts';

/** The same work without a server: a library or a program. */
export interface Bare {
  name: string;
  /** How many run at the same time. */
  lanes: number;
  run(): Promise<unknown>;
}

/** Work to compare between servers and programs. */
export interface Comparison {
  id: string;
  title: string;
  work: Work;
  /** How many callers a server has at the same time. */
  callers: number;
  /** A rate under load, or the time of one call. */
  measures: 'rate' | 'time';
  bare: Bare[];
  goal?: string;
}

interface Contender {
  side: Side;
  lanes: number;
  run(): Promise<unknown>;
}

const sum = (measures: Comparison['measures'], { rate, took }: Driven): number =>
  measures === 'rate' ? rate : median(took);

/** Measures all sides in turn, round by round, so that a change of the machine's load affects all of them. */
export async function compare(
  { id, title, work, callers, measures, bare, goal }: Comparison,
  ours: Server,
  peers: readonly Server[],
  { rounds, seconds }: Pace,
): Promise<Figure> {
  const byServer = (server: Server): Contender => ({
    side: { name: server.name, values: [] },
    lanes: callers,
    run: () => server.run(work),
  });
  const own = byServer(ours);
  const others: Contender[] = [
    ...bare.map(({ name, lanes, run }) => ({ side: { name, values: [] }, lanes, run })),
    ...peers.filter(peer => peer.canDo(work)).map(byServer),
  ];
  for (const { lanes, run } of [own, ...others]) await drive(lanes, seconds / 2, run);
  for (let round = 0; round < rounds; round++)
    for (const { side, lanes, run } of [own, ...others])
      side.values.push(sum(measures, await drive(lanes, seconds, run)));
  const unit = measures === 'rate' ? 'a second' : 'ms';
  const sides = others.map(({ side }) => side);
  return { id, title, unit, ours: own.side, others: sides, ...(goal && { goal }) };
}
