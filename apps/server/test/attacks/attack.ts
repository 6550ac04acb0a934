import type { Target } from './target.ts'

/** An attack on a server in its own process, limited in calls and time. */
export interface Attack {
  /** Name on the command line. */
  readonly name: string
  /** Short description. */
  readonly title: string
  /** Settings of the server, beside those that every target has. */
  readonly settings?: Readonly<Record<string, string>>
  /** Opens the target, if the attack needs another server than `tagma serve`. */
  readonly open?: () => Promise<Target>
  readonly bounds: Bounds
  /** Attacks. Resolves with a text to show; throws a Broken when the server did something that it must not do. */
  readonly run: (target: Target, options: AttackOptions) => Promise<string>
}

/** Limits on the cost of an attack; the ordinary caller waits for calls of their own. */
export interface Bounds {
  /** Most memory that the server and its children may gain, in MiB. */
  readonly memoryMib: number
  readonly cpuSeconds: number
  /** Longest wait of the ordinary caller, in milliseconds. */
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
