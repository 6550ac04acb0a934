import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type AttackOptions, Broken } from './attack.ts'
import { type Seen, watch } from './ordinary-caller.ts'
import { cpuSecondsOf, memoryOf } from './process-cost.ts'
import { startTarget } from './target.ts'

/** Cost and damage of an attack. */
export interface AttackResult {
  readonly note: string
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number }
  readonly cpuSeconds: number
  /** Waits of the ordinary caller, in milliseconds. */
  readonly waits: { readonly median: number; readonly p99: number; readonly longest: number }
  /** Empty when the server withstood the attack. */
  readonly broken: readonly string[]
}

/** Runs an attack against a server of its own, with an ordinary caller beside it. */
export async function runAttack(attack: Attack, options: AttackOptions): Promise<AttackResult> {
  const target = await (attack.open ?? (() => startTarget(attack.settings)))()
  try {
    // Lets the server finish what it does at its start.
    await sleep(1500)
    const before = memoryOf(target.pid)
    const cpuBefore = cpuSecondsOf(target.pid)
    const caller = watch(target)
    await sleep(500)
    const broken: string[] = []
    let note = ''
    try {
      note = await attack.run(target, options)
    } catch (error) {
      if (!(error instanceof Broken) && target.isRunning()) throw error
      broken.push(error instanceof Error ? error.message : String(error))
    }
    await sleep(1000)
    const seen = await caller.stop()
    if (!target.isRunning()) broken.push(`The server has ended. ${target.output().slice(-2000)}`)
    const result = {
      note,
      memory: { before, peak: Math.max(before, seen.peak), after: memoryOf(target.pid) },
      cpuSeconds: cpuSecondsOf(target.pid) - cpuBefore,
      waits: waitsOf(seen),
    }
    return { ...result, broken: [...broken, ...exceeded(attack, result, seen)] }
  } finally {
    await target.stop()
  }
}

function waitsOf({ waits }: Seen): AttackResult['waits'] {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
  return { median: at(0.5), p99: at(0.99), longest: at(1) }
}

function exceeded(
  { bounds }: Attack,
  { memory, cpuSeconds, waits }: Omit<AttackResult, 'note' | 'broken'>,
  { failures }: Seen,
): string[] {
  const grown = memory.peak - memory.before
  return [
    ...(grown > bounds.memoryMib ? [`Memory grew by ${grown.toFixed(0)} MiB, of ${bounds.memoryMib}.`] : []),
    ...(cpuSeconds > bounds.cpuSeconds
      ? [`It took ${cpuSeconds.toFixed(0)} s of CPU, of ${bounds.cpuSeconds}.`]
      : []),
    ...(waits.longest > bounds.wait
      ? [`The ordinary caller waited for ${waits.longest.toFixed(0)} ms, of ${bounds.wait}.`]
      : []),
    ...(failures.length > 0
      ? [`${failures.length} calls of the ordinary caller failed, such as: ${failures[0]}`]
      : []),
  ]
}
