import type { Engine } from '../engine.ts';
import { findPythonVersion, fontPaths, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'ezdxf',
  title: 'ezdxf',
  licence: 'MIT',
  packages: [
    ...['python3-ezdxf', 'python3-gi', 'python3-gi-cairo', 'python3-cairo', 'gir1.2-pango-1.0'],
    ...['fonts-liberation', 'fonts-dejavu-core', 'fonts-noto-cjk'],
  ],
  reads: [...fontPaths, ...pythonPaths],
  probe: () => findPythonVersion('ezdxf'),
};
