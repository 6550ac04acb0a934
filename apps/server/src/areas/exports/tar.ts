import type { Readable } from 'node:stream'

/** A file of an archive. */
export interface Entry {
  /** ASCII; of 255 bytes, at most 100 behind a slash. */
  readonly name: string
  /** Size of `content` in bytes. */
  readonly size: number
  readonly content: Uint8Array | Readable
}

const block = 512

/**
 * Packs files into an uncompressed tar archive (POSIX ustar), one after another as they are read. `at` is the UNIX time
 * of all of them. Handwritten, because the format is one header block for each file and the libraries bring much more.
 */
export async function* tar(entries: AsyncIterable<Entry>, at: number): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    yield header(name, size, at)
    if (content instanceof Uint8Array) yield content
    else yield* content as AsyncIterable<Uint8Array>
    const rest = size % block
    if (rest > 0) yield new Uint8Array(block - rest)
  }
  yield new Uint8Array(2 * block)
}

function header(name: string, size: number, at: number): Uint8Array {
  const bytes = Buffer.alloc(block)
  const [folder, file] = nameParts(name)
  const octal = (value: number, length: number) => value.toString(8).padStart(length, '0')
  bytes.write(file, 0)
  bytes.write('0000644\0', 100)
  bytes.write('0000000\0', 108)
  bytes.write('0000000\0', 116)
  bytes.write(`${octal(size, 11)}\0`, 124)
  bytes.write(`${octal(at, 11)}\0`, 136)
  bytes.write('        ', 148)
  bytes.write('0', 156)
  bytes.write('ustar\0', 257)
  bytes.write('00', 263)
  bytes.write(folder, 345)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${octal(sum, 6)}\0 `, 148)
  return bytes
}

/** Parts a long name at a slash: the header has a field for what is before it. */
function nameParts(name: string): readonly [folder: string, file: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [folder, file] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(file) <= 100 && Buffer.byteLength(folder) <= 155) return [folder, file]
  }
  throw new Error(`Too long for a name in an archive: ${name}`)
}
