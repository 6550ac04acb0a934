import { type ChildProcess, fork } from 'node:child_process'
import type { Log } from '#ports/log.ts'
import { FairQueue } from './fair-queue.ts'

/** Milliseconds that an idle process stays: it takes some 60 megabytes. */
const patience = 60_000

/** Variables that a helper gets. The server's other variables name its database and its secrets. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'LANG', 'TMPDIR', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']

export interface HelperSettings {
  /** File that the process runs, beside the caller's: `new URL('./….ts', import.meta.url)`. */
  readonly file: URL
  /** Purpose of the process, for the log. */
  readonly purpose: string
  /** Longest time for one question; a slower process is killed. */
  readonly seconds: number
  /** Bounds JavaScript's heap. The process watches the memory of libraries itself: see `watchMemory`. */
  readonly heapMib: number
  /** Questions that may wait under one key. */
  readonly longestQueue: number
}

/**
 * A separate process for untrusted files and mails: their libraries can crash, or take more memory and time than
 * expected. Started by the first question, ended a minute after the last, started again after it was killed.
 */
export class HelperProcess<Question, Answer> {
  readonly #settings: HelperSettings
  readonly #log: Log
  readonly #queue: FairQueue
  #child: ChildProcess | undefined
  #settle: ((answer: Answer | undefined) => void) | undefined
  #end: NodeJS.Timeout | undefined

  constructor(settings: HelperSettings, log: Log) {
    this.#settings = settings
    this.#log = log
    this.#queue = new FairQueue(settings.longestQueue)
  }

  /**
   * Resolves with the answer, or undefined if the process ended over the question. Questions are answered one by one,
   * and keys take turns. Rejects with `QueueFull`.
   */
  ask(key: number | string, question: Question): Promise<Answer | undefined> {
    return this.#queue.run(key, () => this.#ask(question))
  }

  /** Ends the process. The next question starts another. */
  close(): void {
    clearTimeout(this.#end)
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
    this.#answer(undefined)
  }

  async #ask(question: Question): Promise<Answer | undefined> {
    const child = (this.#child ??= this.#start())
    clearTimeout(this.#end)
    // Only a waiting question keeps the server's process alive.
    hold(child)
    const late = setTimeout(() => child.kill('SIGKILL'), this.#settings.seconds * 1000)
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.#settle = resolve
      // A process that has ended meanwhile says so by its exit event.
      child.send(question as object, () => {})
    })
    clearTimeout(late)
    release(child)
    this.#end = setTimeout(() => this.close(), patience).unref()
    return answer
  }

  #start(): ChildProcess {
    const { file, purpose, heapMib } = this.#settings
    // oxlint-disable-next-line node/no-process-env -- handed on, not read
    const own = process.env
    const child = fork(file, {
      execPath: process.execPath,
      execArgv: [`--max-old-space-size=${heapMib}`, '--disable-warning=ExperimentalWarning'],
      env: Object.fromEntries(passedOn.map((name) => [name, own[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const ended = (facts: Record<string, unknown>) => {
      if (this.#child !== child) return
      this.#child = undefined
      if (this.#settle) this.#log.warn(facts, `The process for ${purpose} has ended over one of them.`)
      this.#answer(undefined)
    }
    child.on('message', (answer) => this.#answer(answer as Answer))
    child.on('error', (err) => ended({ err }))
    child.on('exit', (code, signal) => ended({ code, signal }))
    return child
  }

  #answer(answer: Answer | undefined): void {
    const resolve = this.#settle
    this.#settle = undefined
    resolve?.(answer)
  }
}

function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

/** File of a helper beside the caller's; the same in the sources and in the bundle. */
export const helperFile = (name: string, beside: string): URL =>
  new URL(`./${name}.${beside.endsWith('.ts') ? 'ts' : 'js'}`, beside)
