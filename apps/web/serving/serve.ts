import { dirname, join } from 'node:path'
import { BodyCache } from '@tagma/serving/body-cache.ts'
import { BuiltFile } from '@tagma/serving/built-file.ts'
import type { Sources } from '@tagma/serving/fingerprint.ts'
import { preferredCoding, remembered } from '@tagma/serving/negotiate.ts'
import { ClientFile, keptCodings } from './client-file.ts'

// The server knows this file of the web client and no other.

const webFolder = dirname(import.meta.dirname)

/** Where the built client lies: made at release, or beside the first start. */
export const builtClient = join(webFolder, 'dist/client.bin')

/** The sources of the built client. */
export const clientSources: Sources = {
  folder: dirname(dirname(webFolder)),
  paths: [
    ...['apps/web/src', 'apps/web/build', 'apps/web/serving', 'apps/web/package.json'],
    ...['client', 'contract', 'markdown', 'rules', 'serving', 'sync'].map((name) => `packages/${name}/src`),
    'package-lock.json',
  ],
}

/** A file of the client, ready to send. */
export interface ReadyFile {
  readonly bytes: Uint8Array
  /** With its quotation marks. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** The built client: its page and the files that the page loads. */
export interface WebClient {
  /** Returns the file at a path. Undefined: the client has none. `'not built'`: try again in a moment. */
  find(path: string, acceptEncoding: string): Promise<ReadyFile | 'not built' | undefined>
  /** The error of the last build, or undefined if it succeeded. */
  readonly failure: string | undefined
  /** Builds the client in the background if it is missing or stale, and notices later builds. */
  start(): void
  close(): void
}

/** Bytes of the files that are kept in memory: all that a first visit needs. */
const keptBytes = 2 * 1024 * 1024

/** Milliseconds that a page waits for the first build, which takes seconds: below the patience of proxies. */
const longestWait = 25_000

/** With these flags Node takes as little memory as it can; esbuild does the work. */
const frugal = ['--max-semi-space-size=1', '--max-old-space-size=96']

const codingFor = remembered((accepted) => preferredCoding(accepted, keptCodings))

/**
 * Serves a built client. Without a file, the client of this checkout, which is built when it has to be. Pages that began with
 * the version before still get their files.
 */
export function webClient(file?: string): WebClient {
  let isEnding = false
  let latest: OpenClient | undefined
  let former: OpenClient | undefined
  const replace = (before: OpenClient) => {
    // One build is written twice, the second time smaller.
    if (isEnding || before.page === latest?.page) return before.close()
    former?.close()
    former = before.atRest()
  }
  const built = new BuiltFile({
    name: 'The web client',
    file: file ?? builtClient,
    building:
      file === undefined
        ? { script: join(webFolder, 'build/build.ts'), flags: frugal, sources: clientSources }
        : undefined,
    open(path) {
      const client = new OpenClient(new ClientFile(path))
      latest = client
      return { client, close: () => replace(client) }
    },
    longestWait,
  })
  return {
    find: (path, acceptEncoding) =>
      new Promise((resolve) =>
        built.whenThere((there) => {
          if (!there) return resolve('not built')
          const isOld = path.startsWith('/assets/') && !there.client.has(path)
          resolve((isOld ? former : there.client)?.find(path, acceptEncoding))
        }),
      ),
    get failure() {
      return built.failure
    },
    start: () => built.start(),
    close() {
      isEnding = true
      built.close()
      former?.close()
    },
  }
}

class OpenClient {
  readonly #file: ClientFile
  readonly #ready = new BodyCache<ReadyFile>(keptBytes)

  constructor(file: ClientFile) {
    this.#file = file
  }

  /** Tells the version: the page names its files, whose names change with their content. */
  get page(): string | undefined {
    const { resources, table } = this.#file
    return table.bodies[resources.get('/')?.identity ?? -1]?.tag
  }

  has(path: string): boolean {
    return this.#file.resources.has(path)
  }

  /** Gives back the memory of files that are hardly asked for any more. */
  atRest(): this {
    this.#ready.clear()
    return this
  }

  find(path: string, acceptEncoding: string): ReadyFile | undefined {
    const resource = this.#file.resources.get(path)
    if (!resource) return undefined
    const wanted = codingFor(acceptEncoding)
    const coding = wanted === 'br' || wanted === 'gzip' ? wanted : 'identity'
    const number = resource[coding] ?? resource.identity
    const known = this.#ready.get(String(number))
    if (known) return known
    const body = this.#file.table.bodies[number]
    if (!body) throw new RangeError(`The built client has no body ${number}`)
    const ready = {
      bytes: this.#file.read(body),
      etag: `"${body.tag}"`,
      headers: {
        'cache-control': resource.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-type': resource.type,
        'cross-origin-resource-policy': 'same-origin',
        vary: 'accept-encoding',
        ...(number === resource.identity ? {} : { 'content-encoding': coding }),
      },
    }
    this.#ready.set(String(number), ready)
    return ready
  }

  close(): void {
    this.#ready.clear()
    this.#file.close()
  }
}
