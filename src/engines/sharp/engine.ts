import sharp from 'sharp';

// There is a host for each core, so one thread is enough.
sharp.concurrency(1);
// libvips remembers results by filename, and one job's work folder may be named like another's.
sharp.cache(false);
// Only the formats that the product reads are allowed. SVG is only read from memory: from a file, it could load
// other files of the same folder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadSvgBuffer',
  ],
});

export type { Metadata, Sharp, SharpOptions } from 'sharp';
export { sharp };
