/** The number of colour channels by JPEG 2000's number of the colour space: sRGB, grey, sYCC. */
const colourChannels: Record<number, number> = { 16: 3, 17: 1, 18: 3 };
const colour = 0;
const opacity = 1;
const wholePicture = 0;

interface Box {
  type: string;
  start: number;
  /** The offset of its content. */
  body: number;
  end: number;
}

function* parseBoxes(file: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to; ) {
    const length = file.readUInt32BE(start);
    const end = length === 0 ? to : start + length;
    // Lengths of eight bytes are used for codestreams, after which there is nothing of interest.
    if (length === 1 || end <= start || end > to) return;
    yield { type: file.toString('latin1', start + 4, start + 8), start, body: start + 8, end };
    start = end;
  }
}

/**
 * Declares which channel of a JPEG 2000 file is the opacity. Many writers leave that out if there is one more
 * channel than colours; the decoder would then drop it or use it as a colour.
 */
export function declareOpacityChannel(file: Buffer): Buffer {
  const header = [...parseBoxes(file, 0, file.length)].find(({ type }) => type === 'jp2h');
  if (!header) return file;
  const boxes = [...parseBoxes(file, header.body, header.end)];
  const find = (wanted: string) => boxes.find(({ type }) => type === wanted);
  const [size, space] = [find('ihdr'), find('colr')];
  if (!size || !space || size.end - size.body < 10 || space.end - space.body < 7) return file;
  const channels = file.readUInt16BE(size.body + 8);
  const colours = file[space.body] === 1 ? colourChannels[file.readUInt32BE(space.body + 3)] : undefined;
  if (colours === undefined || channels !== colours + 1 || find('cdef') || find('pclr')) return file;
  const named = makeChannelDefinition(channels);
  const longer = Buffer.from(file.subarray(header.start, header.body));
  longer.writeUInt32BE(header.end - header.start + named.length, 0);
  return Buffer.concat([
    file.subarray(0, header.start),
    longer,
    file.subarray(header.body, header.end),
    named,
    file.subarray(header.end),
  ]);
}

/** Defines the colours in their order, and the last channel as the opacity of all. */
function makeChannelDefinition(channels: number): Buffer {
  const box = Buffer.alloc(10 + channels * 6);
  box.writeUInt32BE(box.length, 0);
  box.write('cdef', 4, 'latin1');
  box.writeUInt16BE(channels, 8);
  for (let channel = 0; channel < channels; channel++) {
    const last = channel === channels - 1;
    box.writeUInt16BE(channel, 10 + channel * 6);
    box.writeUInt16BE(last ? opacity : colour, 12 + channel * 6);
    box.writeUInt16BE(last ? wholePicture : channel + 1, 14 + channel * 6);
  }
  return box;
}
