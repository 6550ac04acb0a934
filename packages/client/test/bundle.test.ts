import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Bundles an entry for browsers. Returns the files that are in it, and the compressed size in bytes. */
async function bundle(source: string) {
  const result = await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '../src'), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  })
  const [file] = result.outputFiles
  return { inputs: Object.keys(result.metafile.inputs), size: gzipSync(file?.contents ?? '').length }
}

test('a browser gets all endpoints and the client, but no schema', async () => {
  const { inputs, size } = await bundle(`
    import { createClient, wire } from './main.ts'
    const client = createClient({ url: '', root: '/json' })
    await client.call(wire.sendMessage, { type: 'channel', to: 5, topic: '', content: 'Hello' })
    for await (const event of client.events()) console.log(event)
  `)
  expect(inputs.filter((path) => /zod|contract\/src\/(?!wire(-parameters)?\.ts$|wire\/)/.test(path))).toEqual(
    [],
  )
  expect(inputs).toContain('packages/contract/src/wire.ts')
  expect(size).toBeLessThan(11 * 1024)
})

test('a way to call costs little where the endpoints come later', async () => {
  const { inputs, size } = await bundle(`
    import { encodeRequest } from './encode-request.ts'
    console.log(encodeRequest({ method: 'GET', path: '/users/me', params: {} }, {}))
  `)
  expect(inputs).toHaveLength(2)
  expect(size).toBeLessThan(700)
})
