import type { Target } from './target.ts'

/** What nobody may do to a server: run against a process of its own, bounded in count and time. */
export interface Attack {
  /** How it is named on the command line. */
  readonly name: string
  /** What is done, in a few words. */
  readonly title: string
  /** Settings of the server, beside those that every target has. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where the attack needs another server than `tagma serve`. */
  readonly open?: () => Promise<Target>
  readonly bounds: Bounds
  /** Attacks; resolves with what is to be told, and throws a Broken when the server did what it must not. */
  readonly run: (target: Target, options: AttackOptions) => Promise<string>
}

/** What an attack may cost; the ordinary caller waits for calls of their own. */
export interface Bounds {
  /** By how much the memory of the server and its children may grow meanwhile, at most. */
  readonly memoryMib: number
  readonly cpuSeconds: number
  /** The longest wait of the ordinary caller, in milliseconds. */
  readonly wait: number
}

export interface AttackOptions {
  /** Calls of the attack `hostile-calls`. */
  readonly calls: number
  /** Makes the attack do the same again. */
  readonly seed: number
}

/** The server did something that it must not do. */
export class Broken extends Error {}
