import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BuiltFile } from '@tagma/serving/built-file.ts'
import { commonHeaders, Site } from './serving/answer.ts'
import { type Origin, Origins } from './serving/origins.ts'
import { SiteFile } from './serving/site-file.ts'
import { siteFolder, siteSources } from './serving/site-sources.ts'

export interface SiteOptions {
  /** The website's public address, without a slash at its end. Without it, pages name no address. */
  readonly url?: string | undefined
  /** The built site. If it is missing or older than its sources, it is built in the background. */
  readonly file?: string
  /** False: a missing site is not built. */
  readonly build?: boolean
}

/** With these flags a build beside a chat server takes at most 120 MiB, without them 160 and a tenth less time. */
const frugal = ['--max-semi-space-size=1', '--max-old-space-size=96', '--optimize-for-size']

/** In a bundle, the builder lies beside this file. Reading TypeScript would take 40 MiB. */
const builder = import.meta.url.endsWith('.ts')
  ? join(siteFolder, 'src/build.ts')
  : fileURLToPath(new URL('./build-site.js', import.meta.url))

/** Serves the website from memory. No request reaches the file system. */
export function siteServer(options: SiteOptions = {}): Server {
  const current = new BuiltFile({
    name: 'The website',
    file: options.file ?? join(siteFolder, 'dist/site.bin'),
    building: options.build === false ? undefined : { script: builder, flags: frugal, sources: siteSources },
    open: (path) => new Site(new SiteFile(path)),
    longestWait: 30_000,
  })
  const origins = new Origins()

  const originOf = (request: IncomingMessage): Origin => {
    if (options.url !== undefined) return { url: options.url, isFamiliar: true, isConfigured: true }
    const address = server.address()
    const ownPort = typeof address === 'object' && address ? address.port : 80
    return (
      origins.of(request.headers.host, performance.now()) ?? {
        url: `http://localhost:${ownPort}`,
        isFamiliar: true,
        isConfigured: false,
      }
    )
  }

  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) =>
    current.whenThere(
      (site) => {
        if (site) site.answer(request, response, originOf(request))
        else sendNotBuilt(response, current.failure)
      },
      // The guide is there before the other pages.
      (site) => site.knows(request.url ?? '/'),
    ),
  )
  server.on('listening', () => current.start())
  server.on('close', () => current.close())
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
