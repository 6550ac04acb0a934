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

const levels = {
  gzip: { level: 6 },
  br: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 6 } },
}

/** Longer bodies are compressed in the background, because they would delay the chat server. */
const longBody = 128 * 1024

const whole = {
  gzip: (bytes: Buffer) => gzipSync(bytes, levels.gzip),
  br: (bytes: Buffer) => brotliCompressSync(bytes, levels.br),
  zstd: (bytes: Buffer) => zstdCompressSync(bytes, levels.zstd),
}
const inBackground = {
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, levels.gzip),
  br: (bytes: Buffer) => promisify<Buffer, object, Buffer>(brotliCompress)(bytes, levels.br),
  zstd: (bytes: Buffer) => promisify<Buffer, object, Buffer>(zstdCompress)(bytes, levels.zstd),
}

/** Compresses bytes: at once, or as a promise if they are long. */
export function compress(bytes: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  if (coding === 'identity') return bytes
  return bytes.length > longBody ? inBackground[coding](bytes) : whole[coding](bytes)
}
