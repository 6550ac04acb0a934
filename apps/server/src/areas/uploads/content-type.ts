const playable = /^(?:image|audio|video)\/|^application\/pdf$/

/** Types that browsers may show instead of saving: none of them runs as a program. */
const shown: ReadonlySet<string> = new Set([
  'application/pdf',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/x-m4a',
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/quicktime',
  'video/webm',
])

/** Containers of films that also hold sound alone, which their first bytes do not tell. A recorder writes into them. */
const soundIn: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'audio/mp4'],
  ['video/webm', 'audio/webm'],
])

/**
 * Chooses the type to store for a file: the type that its first bytes show, or else the type that the client claims. A
 * claim does not count if the first bytes would have shown it. In a container of films, it tells whether this is sound.
 */
export function contentTypeOf(detected: string | undefined, claimed: string): string {
  const type = withoutParameters(claimed)
  if (detected !== undefined) {
    const found = withoutParameters(detected)
    return type.startsWith('audio/') ? (soundIn.get(found) ?? found) : found
  }
  return /^[a-z]+\/[\w.+-]{1,100}$/.test(type) && !playable.test(type) ? type : 'application/octet-stream'
}

const withoutParameters = (type: string) => type.split(';')[0]?.trim().toLowerCase() ?? ''

/** Headers for a file whose content is only known from its uploader. */
export function fileHeaders(
  contentType: string,
  filename: string,
  { download = false } = {},
): Record<string, string> {
  const isText = contentType === 'text/plain'
  const kind = shown.has(contentType) && !download ? 'inline' : 'attachment'
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return {
    'content-type': isText ? 'text/plain; charset=utf-8' : contentType,
    'content-disposition': `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': `default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=86400, immutable',
  }
}
