import { type ChildProcess, spawn } from 'node:child_process'
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Site } from './answer.ts'
import { isStale, siteFolder } from './fingerprint.ts'
import { SiteFile } from './site-file.ts'

/** The time that a request waits for the first build, in milliseconds. */
const longestWait = 30_000

/** With these flags a build beside a chat server takes 320 MiB instead of 550, and a tenth more time. */
const frugal = ['--max-semi-space-size=2', '--max-old-space-size=384']

/** The built site: opened again after each build, and built if it is missing or older than its sources. */
export class CurrentSite {
  readonly #file: string
  readonly #mayBuild: boolean
  #site: Site | undefined
  #builder: ChildProcess | undefined
  #watcher: FSWatcher | undefined
  #failure: string | undefined
  /** True until it is known whether the site must be built. */
  #isLooking: boolean
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  readonly #stopBuilding = () => void this.#builder?.kill()

  constructor(file: string, mayBuild: boolean) {
    this.#file = file
    this.#mayBuild = mayBuild
    this.#isLooking = mayBuild
    process.on('exit', this.#stopBuilding)
  }

  /** The error of the last build, or undefined if it succeeded. */
  get failure(): string | undefined {
    return this.#failure
  }

  /**
   * Calls back with the site, or with undefined if it does not exist. The first build takes seconds: requests wait for it
   * and then get their page.
   */
  whenThere(answer: (site: Site | undefined) => void): void {
    if (!this.#site) this.#open()
    if (this.#site || !(this.#builder || this.#isLooking)) {
      answer(this.#site)
      return
    }
    const wake = () => {
      clearTimeout(timer)
      this.#waiting.delete(wake)
      answer(this.#site)
    }
    const timer = setTimeout(wake, longestWait)
    this.#waiting.add(wake)
  }

  /** Notices finished builds, by this server and by `npm run site:build`, and builds a missing site. */
  start(): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_, name) => {
        if (name === basename(this.#file)) this.#open()
      })
      this.#watcher.on('error', () => {})
    } catch {
      // The folder cannot be watched. The site in it is served all the same.
    }
    if (!this.#mayBuild) return
    void isStale(this.#file).then((stale) => {
      this.#isLooking = false
      if (stale && !this.#isClosed) this.#build()
      else this.#wakeAll()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#watcher?.close()
    process.off('exit', this.#stopBuilding)
    this.#stopBuilding()
    this.#site?.close()
  }

  #open(): void {
    try {
      const before = this.#site
      this.#site = new Site(new SiteFile(this.#file))
      before?.close()
    } catch {
      return // Nothing is built yet.
    }
    this.#wakeAll()
  }

  #build(): void {
    this.#failure = undefined
    const builder = spawn(process.execPath, [...frugal, join(siteFolder, 'src/build.ts'), this.#file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    })
    this.#builder = builder
    // The chat server comes first.
    if (builder.pid !== undefined) setPriority(builder.pid, 10)
    builder.unref()
    let problems = ''
    builder.stderr.on('data', (part: Buffer) => (problems += part.toString()))
    const ended = (problem: string | undefined) => {
      this.#builder = undefined
      this.#failure = problem
      if (problem !== undefined) console.error(`The website could not be built:\n${problem}`)
      this.#wakeAll()
    }
    builder.on('error', (error) => ended(error.message))
    builder.on('close', (code, signal) => ended(code === 0 || signal !== null ? undefined : problems))
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake()
  }
}
