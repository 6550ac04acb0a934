const ids = { header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, duration: 0x4489 }

/** The last size of an element that fits into one byte. */
const mostInByte = 126

/**
 * Writes its length into a recording in WebM. Recorders leave it out, as they begin to write before they know it: players
 * then show no length and cannot go to a place. Returns anything else as it is: other files, those with a length.
 */
export async function withLength(sound: Blob, seconds: number): Promise<Blob> {
  if (!sound.type.startsWith('audio/webm')) return sound
  const head = new DataView(await sound.slice(0, 4096).arrayBuffer())
  const info = infoIn(head)
  if (!info) return sound
  // Durations are counted in units of the time scale. Recorders write none, or this one: milliseconds.
  const duration = new DataView(new ArrayBuffer(11))
  duration.setUint16(0, ids.duration)
  duration.setUint8(2, 0x88)
  duration.setFloat64(3, seconds * 1000)
  const size = new Uint8Array([0x80 | (info.size + duration.byteLength)])
  const { sizeAt } = info
  const parts = [
    sound.slice(0, sizeAt),
    size,
    sound.slice(sizeAt + 1, sizeAt + 1 + info.size),
    duration.buffer,
  ]
  return new Blob([...parts, sound.slice(sizeAt + 1 + info.size)], { type: sound.type })
}

/** Finds the element with facts about the whole file, if a length can be put into it. */
function infoIn(head: DataView): { readonly sizeAt: number; readonly size: number } | undefined {
  const header = elementAt(head, 0)
  if (header?.id !== ids.header || header.size === undefined) return undefined
  const segment = elementAt(head, header.dataAt + header.size)
  // A file that knows its size has been finished already.
  if (segment?.id !== ids.segment || segment.size !== undefined) return undefined
  const info = elementAt(head, segment.dataAt)
  if (info?.id !== ids.info || info.size === undefined || info.dataAt !== info.sizeAt + 1) return undefined
  const end = info.dataAt + info.size
  if (info.size + 11 > mostInByte || end > head.byteLength) return undefined
  for (let at = info.dataAt; at < end;) {
    const fact = elementAt(head, at)
    if (!fact || fact.size === undefined || fact.id === ids.duration) return undefined
    at = fact.dataAt + fact.size
  }
  return { sizeAt: info.sizeAt, size: info.size }
}

interface Element {
  readonly id: number
  readonly sizeAt: number
  /** Undefined: up to the end of the file. */
  readonly size: number | undefined
  readonly dataAt: number
}

/** Reads the head of an element of EBML: an id and a size, each of as many bytes as its first bits say. */
function elementAt(view: DataView, at: number): Element | undefined {
  const idLength = lengthAt(view, at)
  const sizeAt = at + idLength
  const sizeLength = lengthAt(view, sizeAt)
  const dataAt = sizeAt + sizeLength
  if (idLength > 4 || dataAt > view.byteLength) return undefined
  let id = 0
  for (let byte = at; byte < sizeAt; byte++) id = id * 256 + view.getUint8(byte)
  let size = view.getUint8(sizeAt) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let byte = sizeAt + 1; byte < dataAt; byte++) {
    size = size * 256 + view.getUint8(byte)
    isUnknown &&= view.getUint8(byte) === 0xff
  }
  return { id, sizeAt, size: isUnknown ? undefined : size, dataAt }
}

/** Counts the bytes of a number: the zeros before its first bit, and one. More than 8 where no number begins. */
const lengthAt = (view: DataView, at: number) =>
  at < view.byteLength ? Math.clz32(view.getUint8(at)) - 23 : 9
