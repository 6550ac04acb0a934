import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyCache } from '@tagma/serving/body-cache.ts'
import { compress } from '@tagma/serving/compress.ts'
import {
  type Coding,
  type Form,
  preferredCoding,
  preferredForm,
  remembered,
} from '@tagma/serving/negotiate.ts'
import { type Ready, sendBytes, sendReady } from '@tagma/serving/ready.ts'
import { errorBody, type SiteError } from './error-body.ts'
import { nameAddress } from './name-address.ts'
import type { Origin } from './origins.ts'
import { originMark, type Resource, type SiteFile } from './site-file.ts'

const types = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

const methods = 'GET, HEAD, OPTIONS'
/** Types of text. A text can be compressed, and may name the address of the site. */
const compressible = /^(text\/|application\/([\w.-]+\+)?(json|xml)|image\/svg)/
const longestPath = 2048
/** For texts with an address that the request named: a cache would give it to others. */
const notStored = 'private, no-store'

const pageForm = remembered((accept) => preferredForm(accept, ['html', 'markdown']))
const errorForm = remembered((accept) => preferredForm(accept, ['html', 'markdown', 'json']))
const codingFor = remembered(preferredCoding)

/** Answers requests from a built site. */
export class Site {
  readonly #file: SiteFile
  readonly #ready = new BodyCache<Ready>(12 * 1024 * 1024)
  readonly #pending = new Map<string, Promise<Ready>>()
  readonly #common: readonly string[]

  constructor(file: SiteFile) {
    this.#file = file
    const scripts = file.table.scriptHashes.map((hash) => ` '${hash}'`).join('')
    this.#common = commonHeaders(
      `default-src 'none'; script-src 'self'${scripts}; style-src 'self'; img-src 'self' data:; font-src 'self'; ` +
        `connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  }

  /**
   * Whether the answer to this address is final. False for an unknown path while the first build is on its way: its page
   * may be made later.
   */
  knows(url: string): boolean {
    if (this.#file.table.isWhole) return true
    const path = pathOf(targetOf(url))
    return typeof path !== 'string' || this.#file.resources.has(path.replace(/(?<=.)\/+$/, ''))
  }

  close(): void {
    this.#file.close()
    this.#ready.clear()
  }

  /** Sends the answer. Never throws because of a request. */
  answer(request: IncomingMessage, response: ServerResponse, origin: Origin): void {
    const { method = 'GET', url = '/' } = request
    const known = this.#file.resources.get(url)
    if (known && (method === 'GET' || method === 'HEAD')) {
      this.#sendResource(request, response, url, known, origin)
      return
    }
    const target = targetOf(url)
    if (/^\/api(\/|$)/.test(target))
      return this.#sendError(request, response, target, noApi(origin.url), origin)
    const path = pathOf(target)
    if (typeof path !== 'string') return this.#sendError(request, response, target, path, origin)
    if (method === 'OPTIONS') {
      response.writeHead(204, [...this.#common, 'Allow', methods, 'Access-Control-Allow-Methods', methods])
      response.end()
      return
    }
    if (method !== 'GET' && method !== 'HEAD')
      return this.#sendError(request, response, path, notAllowed(method), origin)

    const resource = this.#file.resources.get(path)
    if (resource) return this.#sendResource(request, response, path, resource, origin)
    const bare = path.replace(/\/+$/, '')
    if (bare !== path && this.#file.resources.has(bare)) {
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
      return this.#redirect(response, 308, `${bare}${query}`)
    }
    this.#sendError(request, response, path, notFound(path, origin.url), origin)
  }

  #redirect(response: ServerResponse, status: number, location: string): void {
    response.writeHead(status, [...this.#common, 'Location', encodeURI(location), 'Content-Length', '0'])
    response.end()
  }

  #sendResource(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    resource: Resource,
    origin: Origin,
  ): void {
    const { html, markdown, file, movedTo } = resource
    if (movedTo !== undefined) return this.#redirect(response, 307, movedTo)
    const hasRange = request.headers.range !== undefined
    const coding = hasRange ? 'identity' : codingFor(request.headers['accept-encoding'] ?? '')
    let ready: Ready | Promise<Ready>
    if (file) {
      const cache = resource.isImmutable
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate'
      ready = this.#prepare(file[0], file[1], coding, origin, ['Cache-Control', cache])
    } else {
      const isMarkdown =
        markdown !== undefined && (html === undefined || pageForm(accept(request)) === 'markdown')
      const link =
        html === undefined
          ? '</llms.txt>; rel="describedby"; type="text/plain"'
          : `<${path === '/' ? '/index' : path}.md>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"; type="text/plain"`
      ready = this.#prepare(
        isMarkdown ? markdown : (html ?? 0),
        isMarkdown ? types.markdown : types.html,
        coding,
        origin,
        ['Cache-Control', 'public, max-age=0, must-revalidate', 'Link', link],
      )
    }
    if (ready instanceof Promise) {
      ready.then(
        (done) => sendReady(request, response, done),
        () => response.destroy(),
      )
    } else sendReady(request, response, ready)
  }

  /**
   * Returns the body with its headers, from memory or made now. Long bodies are compressed in the background, once for
   * all who wait.
   */
  #prepare(
    index: number,
    contentType: string,
    coding: Coding,
    origin: Origin,
    headers: readonly string[],
  ): Ready | Promise<Ready> {
    const keyOf = (url: string) => `${index} ${coding} ${headers[3] ?? ''} ${url}`
    // Most bodies are the same for every origin.
    let key = keyOf('')
    const ownKey = keyOf(origin.url)
    const known =
      this.#ready.get(key) ?? this.#ready.get(ownKey) ?? this.#pending.get(key) ?? this.#pending.get(ownKey)
    if (known) return known
    const body = this.#file.table.bodies[index]
    if (!body) throw new RangeError(`The built site has no body ${index}`)
    let bytes = this.#file.read(body)
    let { tag } = body
    let isKept = true
    let [, cacheControl = notStored] = headers
    if (compressible.test(contentType)) {
      if (bytes.includes(originMark)) {
        const named = nameAddress(bytes.toString(), contentType, origin)
        bytes = Buffer.from(named.text)
        tag = `${tag}-${createHash('sha256').update(named.address).digest('base64url').slice(0, 6)}`
        if (named.address !== '') key = ownKey
        if (named.isForeign) {
          cacheControl = notStored
          if (!origin.isFamiliar) {
            isKept = false
            coding = 'identity'
          }
        }
      }
    } else coding = 'identity'
    if (bytes.length < 256) coding = 'identity'
    const finish = (encoded: Buffer): Ready => {
      const etag = `"${tag}${coding === 'identity' ? '' : `-${coding}`}"`
      const ready = {
        bytes: encoded,
        etag,
        headers: [
          ...this.#common,
          ...['Cache-Control', cacheControl, ...headers.slice(2)],
          ...['ETag', etag, 'Content-Type', contentType],
          ...(coding === 'identity' ? ['Accept-Ranges', 'bytes'] : ['Content-Encoding', coding]),
        ],
      }
      if (isKept) this.#ready.set(key, ready)
      return ready
    }
    const encoded = compress(bytes, coding)
    if (!(encoded instanceof Promise)) return finish(encoded)
    const pending = encoded.then(finish).finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }

  #sendError(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    error: SiteError,
    origin: Origin,
  ): void {
    const form: Form = /^\/api(\/|$)/.test(path)
      ? 'json'
      : path.endsWith('.md')
        ? 'markdown'
        : error.status === 404 && path.startsWith('/tag/api/')
          ? 'json'
          : errorForm(accept(request))
    const page = this.#file.resources.get(this.#file.table.notFound)?.html
    const body = page === undefined ? undefined : this.#file.table.bodies[page]
    const bytes = Buffer.from(
      form === 'html' && body && error.status === 404
        ? nameAddress(this.#file.read(body).toString(), types.html, origin).text
        : form === 'html'
          ? `<!doctype html><html lang="en"><meta charset="utf-8"><title>${error.message}</title><h1>${error.message}</h1><p>${error.hint}</p></html>\n`
          : errorBody(error, form, path, origin.url),
    )
    sendBytes(request, response, error.status, bytes, [
      ...this.#common,
      ...['Content-Type', types[form], 'Cache-Control', origin.isConfigured ? 'no-cache' : notStored],
      ...(error.status === 405 ? ['Allow', methods] : []),
    ])
  }
}

/** Returns the headers of every answer. */
export const commonHeaders = (contentSecurityPolicy: string): string[] => [
  ...['Vary', 'Accept, Accept-Encoding'],
  ...['Content-Security-Policy', contentSecurityPolicy],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ...['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  // The documentation is public, so programs on other origins may read it.
  ...['Access-Control-Allow-Origin', '*'],
]

const accept = (request: IncomingMessage): string => request.headers.accept ?? ''

/** Returns the path of an address, still encoded. */
const targetOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/'

/** Decodes a path, or returns the error. */
function pathOf(path: string): string | SiteError {
  if (path.length > longestPath) {
    return {
      status: 414,
      code: 'path_too_long',
      message: 'The path is too long',
      hint: `No page of this website has a path of more than ${longestPath} characters.`,
    }
  }
  try {
    // An encoded slash belongs to a name, and no page has a slash in its name.
    const decoded = decodeURIComponent(path.replaceAll(/%2f/gi, '%252f'))
    if (!/[\0-\x1f\x7f\ufffd]/.test(decoded)) return decoded
  } catch {
    // The error is returned below.
  }
  return {
    status: 400,
    code: 'bad_path',
    message: 'The path cannot be read',
    hint: 'A path is UTF-8 in percent encoding, without control characters.',
  }
}

const notFound = (path: string, origin: string): SiteError => ({
  status: 404,
  code: 'not_found',
  message: 'Page not found',
  hint: path.startsWith('/tag/')
    ? `The pages and versions of the documentation are listed in ${origin}/llms.txt; the latest is at ${origin}/tag/introduction.`
    : `All pages are listed in ${origin}/llms.txt.`,
})

const noApi = (origin: string): SiteError => ({
  status: 404,
  code: 'not_found',
  message: 'There is no API at this address',
  hint: `This is the website. The chat server has an address of its own and answers below /api/v1 there; ${origin}/llms.txt lists the pages that describe it.`,
})

const notAllowed = (method: string): SiteError => ({
  status: 405,
  code: 'method_not_allowed',
  message: 'Nothing can be changed here',
  hint: `The website is read-only: use GET or HEAD instead of ${method.replaceAll(/[^A-Z-]/g, '').slice(0, 20)}.`,
})
