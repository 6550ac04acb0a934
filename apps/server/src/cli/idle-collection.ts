import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A process whose memory is looked after. */
export interface Process {
  /** CPU of its main thread since the last question, as part of a core: from 0 to 1. */
  busy(): number
  /** Bytes of its memory. */
  memory(): number
  /** Collects all garbage, and gives free memory back. Nothing else happens meanwhile. */
  collect(): void
}

/** Part of a core that a process may use and count as idle: heartbeats, jobs, somebody who types. */
const idleShare = 0.05
/** Seconds for which it must have been idle: a pause for collecting is not to fall into a burst. */
const idleSeconds = 10
/** The same after the start, which leaves the most garbage, and before which nobody waits for answers. */
const idleSecondsAtStart = 2
/** Bytes by which it must have grown since the last collection. Less is not worth a pause. */
const worthwhile = 32 * 2 ** 20

/** Part of a core that a process may use on average and count as calm: few calls wait for a collection then. */
const calmShare = 0.5
/** Seconds of that average. Two collections at work are at least so far apart. */
const calmSeconds = 30
/** Part of its memory by which a process at work must have grown, because the pause gets longer with the memory in use. */
const worthwhilePart = 0.125

/**
 * Collects garbage when a process has become idle after its start or after work, or when it is calm and has grown much. V8
 * collects only when memory is needed. So an idle process would keep the garbage of a burst for hours, and the garbage of a
 * process with an even load would grow with the memory of the machine.
 */
export class IdleCollection {
  readonly #process: Process
  #idle = 0
  /** How busy it was in the last seconds, since the last collection. */
  #shares: number[] = []
  /** Memory after the last collection; undefined before the first. */
  #least: number | undefined

  constructor(process: Process) {
    this.#process = process
  }

  /** Call it every second. */
  tick(): void {
    const busy = this.#process.busy()
    this.#idle = busy < idleShare ? this.#idle + 1 : 0
    this.#shares = [...this.#shares, busy].slice(-calmSeconds)
    const isCalm = busy < calmShare && this.#shares.length === calmSeconds && mean(this.#shares) < calmShare
    if (this.#least === undefined) {
      if (this.#idle >= idleSecondsAtStart || isCalm) this.#collect()
      return
    }
    if (this.#idle < idleSeconds && !isCalm) return
    const memory = this.#process.memory()
    this.#least = Math.min(this.#least, memory)
    const isIdle = this.#idle >= idleSeconds
    const enough = isIdle ? worthwhile : Math.max(worthwhile, this.#least * worthwhilePart)
    if (memory - this.#least >= enough) this.#collect()
  }

  #collect(): void {
    this.#process.collect()
    this.#least = this.#process.memory()
    this.#idle = 0
    this.#shares = []
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

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
  // CPU, not the time in which it has something to do: where others use the processor or the disk, that is all the time.
  let before = { at: performance.now(), ...process.threadCpuUsage() }
  return {
    busy() {
      const now = { at: performance.now(), ...process.threadCpuUsage() }
      const used = now.user + now.system - before.user - before.system
      const share = used / 1000 / (now.at - before.at)
      before = now
      return share
    },
    memory: () => process.memoryUsage.rss(),
    collect: () => collect({ type: 'major', flavor: 'last-resort' }),
  }
}
