import sharp from 'sharp'

/*
 * Makes a WebM file: a header, an index, and a picture of VP8 for each second. A lossy WebP file holds exactly such a
 * picture. Format: https://www.matroska.org/technical/elements.html
 */

const size = 64

/** Makes a video that has a picture each second. `padding` bytes between two pictures make a file in which one has to seek. */
export async function makeVideo(seconds: number, padding: number): Promise<Buffer> {
  const frames = await Promise.all(Array.from({ length: seconds }, (_, second) => frame(second)))
  const info = element('1549a966', [
    element('2ad7b1', uint(1_000_000)),
    element('4489', float(seconds * 1000)),
    element('4d80', Buffer.from('tagma')),
    element('5741', Buffer.from('tagma')),
  ])
  const track = [
    element('d7', uint(1)),
    element('73c5', uint(1)),
    element('83', uint(1)),
    element('86', Buffer.from('V_VP8')),
    element('e0', [element('b0', uint(size)), element('ba', uint(size))]),
  ]
  const tracks = element('1654ae6b', [element('ae', track)])
  const gap = element('ec', Buffer.alloc(padding))
  const clusters = frames.map((bytes, second) => cluster(second, bytes))
  // All numbers have eight bytes, so the index is as long before its positions are known.
  const first = info.length + tracks.length + index(clusters.map(() => 0)).length
  let at = first
  const positions = clusters.map(({ length }) => {
    at += gap.length + length
    return at - length
  })
  const parts = [info, tracks, index(positions), ...clusters.flatMap((each) => [gap, each])]
  return Buffer.concat([head(), element('18538067', parts)])
}

const head = () =>
  element('1a45dfa3', [
    element('4286', uint(1)),
    element('42f7', uint(1)),
    element('42f2', uint(4)),
    element('42f3', uint(8)),
    element('4282', Buffer.from('webm')),
    element('4287', uint(2)),
    element('4285', uint(2)),
  ])

const index = (positions: readonly number[]) =>
  element(
    '1c53bb6b',
    positions.map((position, second) =>
      element('bb', [
        element('b3', uint(second * 1000)),
        element('b7', [element('f7', uint(1)), element('f1', uint(position))]),
      ]),
    ),
  )

/** One picture at its second: track 1, no offset, a picture that needs no other. */
const cluster = (second: number, bytes: Buffer) =>
  element('1f43b675', [
    element('e7', uint(second * 1000)),
    element('a3', [Buffer.from([0x81, 0, 0, 0x80]), bytes]),
  ])

/** The VP8 data of a grey that grows lighter with each second. */
async function frame(second: number): Promise<Buffer> {
  const background = { r: 20 * second, g: 20 * second, b: 20 * second }
  const webp = await sharp({ create: { width: size, height: size, channels: 3, background } })
    .webp({ quality: 80 })
    .toBuffer()
  const at = webp.indexOf('VP8 ')
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4))
}

function element(id: string, content: Buffer | readonly Buffer[]): Buffer {
  const data = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(data.length))
  length[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), length, data])
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
