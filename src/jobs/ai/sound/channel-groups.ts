/** Channels that are processed together: a left and a right one, or a single one. */
export type ChannelGroup = [number, number] | [number];

/** FFmpeg's layouts of more than two channels, with the channels in their order. */
const layouts = new Map<string, string>([
  ['2.1', 'FL FR LFE'],
  ['3.0', 'FL FR FC'],
  ['3.0(back)', 'FL FR BC'],
  ['3.1', 'FL FR FC LFE'],
  ['4.0', 'FL FR FC BC'],
  ['quad', 'FL FR BL BR'],
  ['quad(side)', 'FL FR SL SR'],
  ['4.1', 'FL FR FC LFE BC'],
  ['5.0', 'FL FR FC BL BR'],
  ['5.0(side)', 'FL FR FC SL SR'],
  ['5.1', 'FL FR FC LFE BL BR'],
  ['5.1(side)', 'FL FR FC LFE SL SR'],
  ['6.1', 'FL FR FC LFE BC SL SR'],
  ['7.1', 'FL FR FC LFE BL BR SL SR'],
]);

/** Pairs the left and right channels of a sound. In an unknown layout, each channel is a group of its own. */
export function groupChannels(channels: number, layout: string): ChannelGroup[] {
  if (channels === 2) return [[0, 1]];
  const names = layouts.get(layout)?.split(' ') ?? [];
  const groups: ChannelGroup[] = [];
  for (let at = 0; at < channels; at++) {
    const name = names[at] ?? '';
    if (/^[A-Z]R$/.test(name)) continue;
    const right = /^[A-Z]L$/.test(name) ? names.indexOf(name.replace('L', 'R')) : -1;
    groups.push(right >= 0 ? [at, right] : [at]);
  }
  return groups;
}
