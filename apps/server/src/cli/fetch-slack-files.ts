import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { Files } from '@tagma/importers/files.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { isSlackHost, type SlackDownload, slackDownloads } from '@tagma/importers/slack/downloads.ts'

const beside = 8
const mostTries = 5
const mostRedirects = 3
/** Slack takes files of up to a gigabyte. */
const largestFile = 1024 * 1024 * 1024
const spareMib = 256
const patience = 10 * 60_000 // milliseconds
/** File that says that all was tried: another run reads the same, even if more would answer by then. */
const doneFile = 'fetched'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

interface Fetching {
  /** Folder for the files. */
  readonly into: string
  /** Token of Slack, for exports whose addresses have none. */
  readonly token: string | undefined
  readonly progress: (files: number) => void
  readonly fetch?: Fetch
  /** Waits for milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/**
 * Fetches the files that an export of Slack only names, as far as their addresses answer. A second call goes on where the
 * first was cut off.
 */
export async function fetchSlackFiles(files: Files, fetching: Fetching): Promise<void> {
  const done = join(fetching.into, doneFile)
  if (existsSync(done)) return
  const waiting = slackDownloads(files)
  let count = 0
  const run = async () => {
    // All take from one list.
    for (let next = await waiting.next(); next.done !== true; next = await waiting.next()) {
      await fetchFile(next.value, fetching)
      fetching.progress(++count)
    }
  }
  await Promise.all(Array.from({ length: beside }, run))
  await writeFile(done, '')
}

async function fetchFile(download: SlackDownload, fetching: Fetching): Promise<void> {
  const path = join(fetching.into, download.file)
  if (existsSync(path)) return
  const { bavail, bsize } = await statfs(fetching.into)
  if (bavail * bsize < spareMib * 1024 * 1024)
    throw new ImportProblem(
      `The disk has no room for the files of Slack: ${spareMib} MiB must stay free where ${fetching.into} lies. --no-fetch leaves them out.`,
    )
  const response = await answerOf(download, fetching)
  if (!response?.body) return
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.part`
  try {
    await pipeline(Readable.fromWeb(response.body as never), limited(), createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    if (error instanceof Error && 'syscall' in error && 'path' in error) throw error
    // The line broke, or the file is too large: the report says that it is missing.
  }
}

/** Returns the answer of an address; undefined if it gives no file. */
async function answerOf(
  { url, isSecret }: SlackDownload,
  { token, fetch: ask = fetch, wait = setTimeout }: Fetching,
): Promise<Response | undefined> {
  let address = url
  let redirects = 0
  for (let tries = 0; tries < mostTries;) {
    const headers: Record<string, string> =
      isSecret && token !== undefined ? { authorization: `Bearer ${token}` } : {}
    const signal = AbortSignal.timeout(patience)
    const response = await ask(address, { headers, redirect: 'manual', signal }).catch(whereAway)
    if (response?.status === 200) return isPage(response) ? undefined : response
    await response?.body?.cancel()
    const target = response === undefined ? null : response.headers.get('location')
    if (target !== null) {
      const next = URL.parse(target, address)
      if (++redirects > mostRedirects || next?.protocol !== 'https:' || !isSlackHost(next.hostname))
        return undefined
      address = next.href
      continue
    }
    if (response !== undefined && response.status !== 429 && response.status < 500) return undefined
    tries++
    const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
    await wait(1000 * Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds : 2 ** tries, 120))
  }
  return undefined
}

/** A page in the place of a file asks people to sign in. */
const isPage = (response: Response): boolean => {
  const type = response.headers.get('content-type') ?? ''
  return type.startsWith('text/html') && response.headers.get('content-disposition') === null
}

function whereAway(error: unknown): undefined {
  // `fetch` throws this for every trouble of the network.
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
    return undefined
  throw error
}

function limited(): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > largestFile) done(new Error('The file is too large.'))
      else done(null, chunk)
    },
  })
}
