import { compress, type Effort } from '@tagma/serving/compress.ts'
import { PackedFileWriter } from '@tagma/serving/packed-file.ts'
import { type ClientResource, type ClientTable, keptCodings } from '#serving/client-file.ts'
import type { Bundle } from './bundle.ts'
import { clientPage } from './page.ts'

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

const typeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

const isText = (type: string) => /^(text\/|image\/svg)/.test(type)

/** Writes a bundle as the one file that the server answers from. `effort` is for what the page loads at first. */
export async function packClient(file: string, bundle: Bundle, effort: Effort): Promise<void> {
  const { entries, imports, styles } = bundle.first
  const first = new Set([...entries, ...imports, ...styles])
  const writer = new PackedFileWriter(file)
  const resources: Record<string, ClientResource> = {}
  const add = async (path: string, content: Uint8Array | string, type: string, isImmutable: boolean) => {
    const bytes = Buffer.from(content)
    let resource: ClientResource = { type, isImmutable, identity: writer.add(bytes) }
    if (isText(type)) {
      for (const coding of keptCodings) {
        const small = await compress(bytes, coding, first.has(path) ? effort : 'kept')
        if (small.length < bytes.length) resource = { ...resource, [coding]: writer.add(small) }
      }
    }
    resources[path] = resource
  }
  await add('/', clientPage(bundle.first), 'text/html; charset=utf-8', false)
  for (const { path, bytes } of bundle.files) await add(path, bytes, typeOf(path), true)
  // The server's own pages show their letters by this name, which stays.
  const [letters] = bundle.first.fonts
  const font = letters === undefined ? undefined : resources[letters]
  if (font) resources['/assets/figtree.woff2'] = { ...font, isImmutable: false }
  if (bundle.worker) await add('/service-worker.js', bundle.worker, 'text/javascript; charset=utf-8', false)
  const table: ClientTable = { bodies: writer.bodies, resources }
  writer.publish(table)
}
