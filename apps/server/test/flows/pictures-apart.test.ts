import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings, signInOwner } from '#test/http-caller.ts'
import { picture } from '#test/pictures.ts'
import { installation } from '#test/server-process.ts'
import { bundleServer } from '../../../../tools/bundle-server.ts'

const sources = join(import.meta.dirname, '../../src/main.ts')

test.each(['as sources', 'as one file'])(
  'the server, run %s, makes thumbnails without loading the library that reads pictures',
  async (way) => {
    // Inside of the checkout, where packages are found.
    const folder = mkdtempSync(join(import.meta.dirname, '../../../../node_modules/.tagma-bundle-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    if (way === 'as one file') await bundleServer(sources, folder)
    const main = way === 'as one file' ? join(folder, 'main.js') : sources
    const server = await installation(ownerSettings, [], main)
    onTestFinished(() => server.remove())
    await server.start()
    const { authorization } = await signInOwner(server.url)

    const { bytes } = await picture({ width: 2000, height: 1000 })
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'sunset.png'))
    const headers = { authorization }
    const uploaded = await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form })
    const { url } = (await uploaded.json()) as { url: string }
    const path = url.replace('/user_uploads/', '/user_uploads/thumbnail/')
    const shown = await fetch(`${server.url}${path}/840x560.webp`, { headers })
    expect({ status: shown.status, type: shown.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/webp',
    })
    // Only Linux tells which libraries a process has loaded.
    const maps = `/proc/${server.pid()}/maps`
    expect(existsSync(maps) && readFileSync(maps, 'utf8').includes('sharp')).toBe(false)
    expect(await server.stop('SIGTERM')).toBe(0)
  },
)
