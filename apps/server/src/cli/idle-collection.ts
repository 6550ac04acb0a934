import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A process whose memory is looked after. */
export interface Process {
  /** Part of the time since the last question in which it did something, from 0 to 1. */
  busy(): number
  /** Bytes of its memory. */
  memory(): number
  /** Collects all garbage, and gives free memory back. Nothing else happens meanwhile. */
  collect(): void
}

/** Part of a second that a process may work and count as idle: heartbeats, jobs, somebody who types. */
const idleShare = 0.05
/** Seconds for which it must have been idle: a pause for collecting is not to fall into a burst. */
const idleSeconds = 10
/** The same after the start, which leaves the most garbage, and before which nobody waits for answers. */
const idleSecondsAtStart = 2
/** Bytes by which it must have grown since the last collection. Less is not worth a pause. */
const worthwhile = 32 * 2 ** 20

/**
 * Collects garbage when a process has become idle after its start or after work. V8 collects when somebody needs memory, so
 * an idle process would keep what a burst has left for hours.
 */
export class IdleCollection {
  readonly #process: Process
  #idle = 0
  /** Memory after the last collection; undefined before the first. */
  #least: number | undefined

  constructor(process: Process) {
    this.#process = process
  }

  /** Call it every second. */
  tick(): void {
    this.#idle = this.#process.busy() < idleShare ? this.#idle + 1 : 0
    if (this.#idle < (this.#least === undefined ? idleSecondsAtStart : idleSeconds)) return
    if (this.#least !== undefined) {
      const memory = this.#process.memory()
      this.#least = Math.min(this.#least, memory)
      if (memory - this.#least < worthwhile) return
    }
    this.#process.collect()
    this.#least = this.#process.memory()
    this.#idle = 0
  }
}

interface CollectOptions {
  readonly type: 'major'
  readonly flavor: 'last-resort'
}

/** The process itself. */
export function thisProcess(): Process {
  // V8 has no other way to ask for a collection; the flag goes back at once, so that nobody else finds it.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: CollectOptions) => void
  setFlagsFromString('--no-expose-gc')
  let before = performance.eventLoopUtilization()
  return {
    busy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    memory: () => process.memoryUsage.rss(),
    collect: () => collect({ type: 'major', flavor: 'last-resort' }),
  }
}
