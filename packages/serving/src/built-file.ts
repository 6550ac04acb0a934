import { type ChildProcess, spawn } from 'node:child_process'
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { setPriority } from 'node:os'
import { basename, dirname } from 'node:path'
import { isStale, type Sources } from './fingerprint.ts'

/** How a file is made when it is missing or older than its sources. */
interface Building {
  /** A script that is run by Node; its argument is the file to make. */
  readonly script: string
  /** Flags of Node. */
  readonly flags: readonly string[]
  readonly sources: Sources
}

export interface BuiltFileOptions<Content> {
  readonly file: string
  /** Name for the log: "The website". */
  readonly name: string
  /** Undefined: a missing file is waited for, but not made. */
  readonly building: Building | undefined
  /** Opens the file. Throws if it is missing. */
  readonly open: (file: string) => Content
  /** Milliseconds that a request waits for the first build. */
  readonly longestWait: number
}

/**
 * Settings of glibc's memory, of libuv's threads and of Go's collector with which a builder takes the least. esbuild is
 * written in Go: collecting four times as often, the web client's build takes 104 to 117 MiB instead of 133 to 143.
 */
const smallMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
  GOGC: '25',
}

/** A file that a server answers from: opened again after each build, and built if it is missing or stale. */
export class BuiltFile<Content extends { close(): void }> {
  readonly #options: BuiltFileOptions<Content>
  #content: Content | undefined
  #builder: ChildProcess | undefined
  #watcher: FSWatcher | undefined
  #failure: string | undefined
  /** True until it is known whether the file must be built. */
  #isLooking: boolean
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  readonly #stopBuilding = () => void this.#builder?.kill()

  constructor(options: BuiltFileOptions<Content>) {
    this.#options = options
    this.#isLooking = options.building !== undefined
  }

  /** The error of the last build, or undefined if it succeeded. */
  get failure(): string | undefined {
    return this.#failure
  }

  /**
   * Calls back with the content, or with undefined if the file does not exist. The first build takes seconds: requests
   * wait for it, for a time, and then get their page. `isEnough` says whether a part of the content can answer the
   * request; without it, any content can.
   */
  whenThere(
    answer: (content: Content | undefined) => void,
    isEnough: (content: Content) => boolean = () => true,
  ): void {
    if (!this.#content) this.#open()
    const found = () => (this.#content && isEnough(this.#content) ? this.#content : undefined)
    const isFinal = () => found() !== undefined || !(this.#builder || this.#isLooking)
    if (isFinal()) {
      answer(found())
      return
    }
    const end = () => {
      clearTimeout(timer)
      this.#waiting.delete(wake)
      answer(found())
    }
    const wake = () => {
      if (isFinal()) end()
    }
    const timer = setTimeout(end, this.#options.longestWait)
    this.#waiting.add(wake)
  }

  /** Notices finished builds, by this server and by others, and builds a missing file. */
  start(): void {
    const { file, building } = this.#options
    try {
      mkdirSync(dirname(file), { recursive: true })
      this.#watcher = watch(dirname(file), { persistent: false }, (_, name) => {
        if (name === basename(file)) this.#open()
      })
      this.#watcher.on('error', () => {})
    } catch {
      // The folder cannot be watched. The file in it is served all the same.
    }
    if (!building) return
    void isStale(file, building.sources).then((stale) => {
      this.#isLooking = false
      if (stale && !this.#isClosed) this.#build(building)
      else this.#wakeAll()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#watcher?.close()
    process.off('exit', this.#stopBuilding)
    this.#stopBuilding()
    this.#content?.close()
  }

  #open(): void {
    try {
      const before = this.#content
      this.#content = this.#options.open(this.#options.file)
      before?.close()
    } catch {
      return // Nothing is built yet.
    }
    this.#wakeAll()
  }

  #build({ script, flags }: Building): void {
    const { file, name } = this.#options
    this.#failure = undefined
    const builder = spawn(process.execPath, [...flags, script, file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...smallMemory },
    })
    this.#builder = builder
    process.on('exit', this.#stopBuilding)
    // The chat server comes first.
    if (builder.pid !== undefined) setPriority(builder.pid, 10)
    builder.unref()
    let problems = ''
    builder.stderr.on('data', (part: Buffer) => (problems += part.toString()))
    const ended = (problem: string | undefined) => {
      this.#builder = undefined
      process.off('exit', this.#stopBuilding)
      this.#failure = problem
      if (problem !== undefined) console.error(`${name} could not be built:\n${problem}`)
      this.#wakeAll()
    }
    builder.on('error', (error) => ended(error.message))
    builder.on('close', (code, signal) => ended(code === 0 || signal !== null ? undefined : problems))
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake()
  }
}
