import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Coding } from './negotiate.ts'

const {
  BROTLI_PARAM_QUALITY: quality,
  BROTLI_PARAM_MODE: mode,
  BROTLI_MODE_TEXT: text,
  ZSTD_c_compressionLevel: level,
} = constants

/**
 * `once`: for a body that is sent to one client. A list of 10,000 users (3.8 MiB) takes 3 to 6 ms and becomes 250 to 290
 * KiB. `kept`: for a body that is sent many times. `smallest`: for a body that is made in advance; brotli takes forty
 * times as long as with `kept` and saves a tenth.
 */
export type Effort = 'once' | 'kept' | 'smallest'

const settings = {
  once: {
    gzip: { level: 1 },
    br: { params: { [quality]: 2, [mode]: text } },
    zstd: { params: { [level]: 1 } },
  },
  kept: {
    gzip: { level: 6 },
    br: { params: { [quality]: 5, [mode]: text } },
    zstd: { params: { [level]: 6 } },
  },
  smallest: {
    gzip: { level: 9 },
    br: { params: { [quality]: 11, [mode]: text } },
    zstd: { params: { [level]: 19 } },
  },
}

/** Longer bodies are compressed in the background, because they would delay the chat server. */
const longBody = 128 * 1024

const whole = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }
const inBackground = {
  gzip: promisify<Buffer, object, Buffer>(gzip),
  br: promisify<Buffer, object, Buffer>(brotliCompress),
  zstd: promisify<Buffer, object, Buffer>(zstdCompress),
}

/** Compresses bytes: at once, or as a promise if they are long. */
export function compress(bytes: Buffer, coding: Coding, effort: Effort = 'kept'): Buffer | Promise<Buffer> {
  if (coding === 'identity') return bytes
  const chosen = settings[effort][coding]
  return bytes.length > longBody ? inBackground[coding](bytes, chosen) : whole[coding](bytes, chosen)
}
