import { type ChildProcess, spawn } from 'node:child_process'
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { commonHeaders, Site } from './serving/answer.ts'
import { isStale, siteFolder } from './serving/fingerprint.ts'
import { type Origin, Origins } from './serving/origins.ts'
import { SiteFile } from './serving/site-file.ts'

export interface SiteOptions {
  /** Address under which people reach the website, without a slash at the end; by default the one they asked for. */
  readonly url?: string | undefined
  /** The built site; built in the background where it is missing or older than its sources. */
  readonly file?: string
  /** False: a missing site is not built. */
  readonly build?: boolean
}

/** How long a request waits for the first build, in milliseconds. */
const longestWait = 30_000

/** A build beside a chat server takes 320 MiB rather than 550, and a tenth more time. */
const frugal = ['--max-semi-space-size=2', '--max-old-space-size=384']

/** The website, from memory: nothing that a client sends reaches the file system. */
export function siteServer(options: SiteOptions = {}): Server {
  const file = options.file ?? join(siteFolder, 'dist/site.bin')
  let site: Site | undefined
  let builder: ChildProcess | undefined
  let watcher: FSWatcher | undefined
  let failure: string | undefined
  /** Until it is known whether the site must be built. */
  let isLooking = options.build !== false
  const waiting = new Set<() => void>()
  const origins = new Origins()

  const originOf = (request: IncomingMessage): Origin => {
    if (options.url !== undefined) return { url: options.url, isFamiliar: true }
    const address = server.address()
    const ownPort = typeof address === 'object' && address ? address.port : 80
    return (
      origins.of(request.headers.host, performance.now()) ?? {
        url: `http://localhost:${ownPort}`,
        isFamiliar: true,
      }
    )
  }

  const open = () => {
    try {
      const before = site
      site = new Site(new SiteFile(file))
      before?.close()
    } catch {
      return // Nothing is built yet.
    }
    for (const wake of waiting) wake()
  }

  const build = () => {
    failure = undefined
    builder = spawn(process.execPath, [...frugal, join(siteFolder, 'src/build.ts'), file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    })
    // The chat server comes first.
    if (builder.pid !== undefined) setPriority(builder.pid, 10)
    builder.unref()
    let problems = ''
    builder.stderr?.on('data', (part: Buffer) => (problems += part.toString()))
    const ended = (problem: string | undefined) => {
      builder = undefined
      failure = problem
      if (problem !== undefined) console.error(`The website could not be built:\n${problem}`)
      for (const wake of waiting) wake()
    }
    builder.on('error', (error) => ended(error.message))
    builder.on('close', (code, signal) => ended(code === 0 || signal !== null ? undefined : problems))
  }

  const stopBuilding = () => void builder?.kill()

  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) => {
    const answer = () => {
      if (site) site.answer(request, response, originOf(request))
      else sendNotBuilt(response, failure)
    }
    if (!site) open()
    if (site || !(builder || isLooking)) return answer()
    // The first build takes seconds: whoever asks meanwhile gets the page they asked for, a little later.
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      answer()
    }
    const timer = setTimeout(wake, longestWait)
    waiting.add(wake)
  })

  server.on('listening', () => {
    // Hears of finished builds, this server's own and those of `npm run site:build`.
    try {
      mkdirSync(dirname(file), { recursive: true })
      watcher = watch(dirname(file), { persistent: false }, (_, name) => {
        if (name === basename(file)) open()
      })
      watcher.on('error', () => {})
    } catch {
      // A folder that cannot be watched: the site that lies there is served all the same.
    }
    if (options.build === false) return
    void isStale(file).then((stale) => {
      isLooking = false
      if (stale && server.listening) build()
      else for (const wake of waiting) wake()
    })
  })
  server.on('close', () => {
    watcher?.close()
    process.off('exit', stopBuilding)
    stopBuilding()
    site?.close()
  })
  process.on('exit', stopBuilding)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    socket.end(
      `HTTP/1.1 ${status}\r\nVary: Accept, Accept-Encoding\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
  })
  return server
}

function sendNotBuilt(response: ServerResponse, failure: string | undefined): void {
  const text =
    failure === undefined
      ? 'The documentation is being built. This page reloads by itself.'
      : 'The documentation could not be built; the log of the server says why. `npm run site:build` tries again.'
  response.writeHead(503, [
    ...commonHeaders("default-src 'none'"),
    ...['Content-Type', 'text/html; charset=utf-8', 'Retry-After', '5', 'Refresh', '5'],
  ])
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tagma</title><h1>Tagma</h1><p>${text}</p></html>\n`,
  )
}
