import { runProgram } from '../program.ts';
import { type MediaFile, makeInputArguments } from './input.ts';
import { toUnreadable } from './unreadable.ts';

/** A stream as FFprobe describes it. */
export interface StreamFacts {
  index: number;
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  sample_fmt?: string;
  sample_rate?: string;
  channels?: number;
  channel_layout?: string;
  bits_per_raw_sample?: string;
  bits_per_sample?: number;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  color_transfer?: string;
  color_primaries?: string;
  color_space?: string;
  color_range?: string;
  field_order?: string;
  start_time?: string;
  duration?: string;
  disposition?: { default?: number; attached_pic?: number; forced?: number };
  tags?: { language?: string; title?: string; alpha_mode?: string };
  side_data_list?: { rotation?: number }[];
}

export interface FileFacts {
  streams: StreamFacts[];
  format: { duration?: string; start_time?: string };
}

const streamFields = [
  'index,codec_type,codec_name,codec_tag_string,sample_fmt,sample_rate,channels,channel_layout',
  'bits_per_raw_sample,bits_per_sample,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,r_frame_rate',
  'color_transfer,color_primaries,color_space,color_range,field_order,start_time,duration',
].join(',');
const entries = [
  `stream=${streamFields}`,
  'stream_disposition=default,attached_pic,forced',
  'stream_tags=language,title,alpha_mode',
  'stream_side_data=rotation',
  'format=duration,start_time',
].join(':');
const maxBytes = 1024 * 1024;

/** Reading headers takes well under a second. Once in hundreds of runs FFprobe did not end on a damaged file. */
const maxProbeSeconds = 30;

/** Reads what the headers of a file say about its streams. */
export async function readFacts(file: MediaFile, dir: string): Promise<FileFacts> {
  const args = ['-hide_banner', '-v', 'error', '-of', 'json', '-show_entries', entries];
  try {
    const { stdout } = await runProgram('ffprobe', [...args, ...makeInputArguments(file)], {
      seconds: maxProbeSeconds,
      cwd: dir,
      maxStdout: maxBytes,
    });
    const { streams = [], format = {} } = JSON.parse(stdout.toString('utf8')) as Partial<FileFacts>;
    return { streams, format };
  } catch (error) {
    throw toUnreadable(error);
  }
}
