import type { Clock } from '@tagma/client/clock.ts'

export interface TypingPorts {
  readonly clock: Clock
  /** Tells the others that one began or stopped writing. */
  readonly tell: (op: 'start' | 'stop') => void
  /** Milliseconds between two signs while keys come. */
  readonly startedWait: number
  /** Milliseconds without a key after which one has stopped. */
  readonly stoppedWait: number
}

/** Tells the others in a conversation that one is writing. One of these serves one box. */
export class TypingNotifier {
  readonly #ports: TypingPorts
  #toldAt: number | undefined
  #endTimer: (() => void) | undefined

  constructor(ports: TypingPorts) {
    this.#ports = ports
  }

  /** A key was pressed; the text is as given. Restoring a text is not pressing a key. */
  type(text: string): void {
    if (text.trim() === '') return this.stop()
    const { clock, tell, startedWait, stoppedWait } = this.#ports
    const now = clock.now()
    if (this.#toldAt === undefined || now - this.#toldAt >= startedWait) {
      this.#toldAt = now
      tell('start')
    }
    this.#endTimer?.()
    this.#endTimer = clock.after(stoppedWait, () => this.stop())
  }

  /** The text was sent or cleared, or one has left. */
  stop(): void {
    this.#endTimer?.()
    if (this.#toldAt === undefined) return
    this.#toldAt = undefined
    this.#ports.tell('stop')
  }
}
