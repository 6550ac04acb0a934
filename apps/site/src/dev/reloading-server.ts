import { watch } from 'node:fs'
import { createServer, request as ask, type Server, type ServerResponse } from 'node:http'

export interface ReloadingOptions {
  /** The loopback port on which the website answers. */
  readonly innerPort: () => number
  /** A change in these folders starts a build. */
  readonly folders: readonly string[]
  /** Builds the site, and resolves with whether it worked. Never runs twice at a time. */
  readonly build: () => Promise<boolean>
}

const script = `new EventSource('/__changes').onmessage = () => location.reload()`
/** Milliseconds to wait after a change, because editors write a file in several steps. */
const pause = 100

/** Stands in front of the website: builds when a file changes, then reloads the open pages. */
export function reloadingServer({ innerPort, folders, build }: ReloadingOptions): Server {
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
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
        port: innerPort(),
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

  let isBuilding = false
  let isDirty = false
  const rebuild = async (): Promise<void> => {
    isDirty = isBuilding
    if (isBuilding) return
    isBuilding = true
    const worked = await build()
    isBuilding = false
    if (worked) for (const listener of listeners) listener.write('data: built\n\n')
    if (isDirty) await rebuild()
  }
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void rebuild(), pause)
    }),
  )
  server.on('close', () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  })
  return server
}
