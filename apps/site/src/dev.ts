// npm run dev
//
// Serves the website while one works on it: a change of the content, the contract or the site's own sources is built,
// and open pages reload.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { siteServer } from './serve.ts'
import { siteFolder } from './serving/fingerprint.ts'

const port = Number(process.env.TAGMA_SITE_PORT ?? 9992)
const listeners = new Set<ServerResponse>()
const script = `new EventSource('/__changes').onmessage = () => location.reload()`

const inner = siteServer({ url: `http://localhost:${port}` }).listen(0, '127.0.0.1')
const outer = createServer((request, response) => {
  if (request.url === '/__changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write('\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return
  }
  if (request.url === '/__changes.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    return
  }
  const { method, url, headers } = request
  const forwarded = ask(
    {
      port: (inner.address() as AddressInfo).port,
      host: '127.0.0.1',
      method,
      path: url,
      headers: { ...headers, 'accept-encoding': 'identity' },
    },
    (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html') && answer.statusCode === 200
      if (isPage) delete answer.headers['content-length']
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (part) => response.write(part))
      answer.on('end', () => response.end(isPage ? '<script src="/__changes.js"></script>' : undefined))
    },
  )
  forwarded.on('error', () => response.destroy())
  request.pipe(forwarded)
})
outer.listen(port, '127.0.0.1', () =>
  console.log(`http://localhost:${port} follows your changes. Ctrl-C stops it.`),
)

let isBuilding = false
let isDirty = false
function build(): void {
  isDirty = isBuilding
  if (isBuilding) return
  isBuilding = true
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
  child.on('close', (code) => {
    isBuilding = false
    if (code === 0) for (const listener of listeners) listener.write('data: built\n\n')
    if (isDirty) build()
  })
}

let timer: NodeJS.Timeout | undefined
const repository = dirname(dirname(siteFolder))
for (const folder of ['apps/site/content', 'apps/site/src', 'packages/contract/src']) {
  watch(join(repository, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(build, 100)
  })
}
