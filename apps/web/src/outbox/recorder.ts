/*
 * Records voice messages: one at a time, and of each place one.
 *
 *   start ─▶ opening ─▶ running ─▶ done ─▶ taken (to be sent) or discarded
 *               └─▶ problem
 *
 * - The microphone is on in `running` only, and is let go before a recording is `done`.
 * - Each second of sound goes to the device at once. What a page leaves behind is `done` in the next one.
 * - What ends by itself is kept: nothing but `discard` throws sound away, and `restore` takes that back.
 */
import { randomName } from './random-name.ts'
import type { DoneRecording, Ended, Held, MicrophoneProblem, Recording, Recordings } from './recordings.ts'
import { uploadKey, type UploadPlace } from './uploads.ts'

/** An open microphone whose sound is recorded. */
export interface Microphone {
  /** The type of the sound: `audio/webm`. */
  readonly type: string
  /** Returns how loud it is now, from 0 to 1, or undefined where the browser does not tell. */
  level(): number | undefined
  /** Gives what was recorded since the last part. */
  flush(): void
  /** Lets the microphone go. Resolves after the last part. */
  stop(): Promise<void>
}

/** Thrown where no microphone can be had. */
export class NoMicrophone extends Error {
  readonly problem: MicrophoneProblem

  constructor(problem: MicrophoneProblem) {
    super(`No microphone: ${problem}`)
    this.problem = problem
  }
}

/** A recording as the device keeps it. `seconds` is missing while it runs. */
export type KeptRecording = Omit<DoneRecording, 'phase' | 'file' | 'ended' | 'seconds'> & {
  readonly type: string
  readonly seconds?: number
}

/** Keeps recordings over reloads. */
export interface RecordingStore {
  load(): Promise<readonly { readonly recording: KeptRecording; readonly parts: readonly Blob[] }[]>
  /** Adds a recording, or replaces the one with its `id`. */
  put(recording: KeptRecording): Promise<void>
  addPart(id: string, number: number, part: Blob): Promise<void>
  remove(id: string): Promise<void>
}

export interface RecorderPorts {
  readonly get: () => Recordings
  readonly set: (recordings: Recordings) => void
  readonly clock: { now(): number }
  /** Opens the microphone. `onPart` is told of each second of sound, `onLost` if the microphone ends. */
  readonly open: (listeners: {
    readonly onPart: (part: Blob) => void
    readonly onLost: () => void
  }) => Promise<Microphone>
  readonly kept: RecordingStore
  /** Makes a recording this tab's. Resolves with false if another open tab has it. */
  readonly claim: (id: string) => Promise<boolean>
  /** The most bytes that a file may have. */
  readonly mostBytes: () => number
  /** Returns the name of a recording's file. */
  readonly nameOf: (startedAt: number, type: string) => string
  /** Makes a whole file of what was recorded. */
  readonly finish: (sound: Blob, seconds: number) => Promise<Blob>
}

interface Take {
  readonly id: string
  to: UploadPlace
  readonly parts: Blob[]
  bytes: number
  startedAt: number
  microphone: Microphone | undefined
  /** Whether it was ended before the microphone was there. */
  isOver: boolean
  held?: Held
}

/** Room that stays free in a file: the last second, and the length that is written into it. In bytes. */
const reserve = 64 * 1024

/** Records voice messages. See the head of this file. */
export class Recorder {
  readonly #ports: RecorderPorts
  #take: Take | undefined

  constructor(ports: RecorderPorts) {
    this.#ports = ports
  }

  /** Takes up what earlier pages left. */
  async resume(): Promise<void> {
    const { kept, claim, get } = this.#ports
    // Storage can be forbidden or broken. Then recordings live as long as the page.
    const left = await kept.load().catch((): Awaited<ReturnType<RecordingStore['load']>> => [])
    for (const { recording, parts } of left) {
      const { id, to, startedAt, type, seconds = parts.length } = recording
      if (parts.length === 0) {
        if (await claim(id)) this.#forget(id)
        continue
      }
      if (get().has(uploadKey(to)) || !(await claim(id))) continue
      const file = await this.#fileOf(parts, { startedAt, type, seconds })
      const ended = recording.seconds === undefined ? ({ ended: 'left' } as const) : {}
      this.#put({ phase: 'done', id, to, startedAt, seconds, file, ...ended })
    }
  }

  /** The place of the recording that runs, or is about to. */
  get place(): UploadPlace | undefined {
    return this.#take?.to
  }

  /** Returns how loud it is now, from 0 to 1. */
  level(): number | undefined {
    return this.#take?.microphone?.level()
  }

  /** Returns the seconds for which there is room in the file. */
  secondsLeft(): number {
    if (!this.#take?.microphone) return Number.POSITIVE_INFINITY
    const { bytes, startedAt } = this.#take
    const seconds = (this.#ports.clock.now() - startedAt) / 1000
    const rate = Math.max(bytes / Math.max(seconds, 1), 1)
    return Math.max(0, (this.#ports.mostBytes() - reserve - bytes) / rate)
  }

  /** Gives what was recorded so far to the device: the page may end. */
  flush(): void {
    this.#take?.microphone?.flush()
  }

  /** Begins a recording for a place, unless one runs, or waits there. */
  async start(to: UploadPlace): Promise<void> {
    const there = this.#ports.get().get(uploadKey(to))
    if (this.#take || (there && there.phase !== 'problem')) return
    const id = randomName()
    const take: Take = { id, to, parts: [], bytes: 0, startedAt: 0, microphone: undefined, isOver: false }
    this.#take = take
    this.#put({ phase: 'opening', id, to })
    try {
      const microphone = await this.#ports.open({
        onPart: (part) => this.#add(take, part),
        onLost: () => void (this.#take === take && this.stop('lost')),
      })
      if (take.isOver) return void microphone.stop()
      take.microphone = microphone
    } catch (error) {
      if (take.isOver) return
      this.#take = undefined
      const problem = error instanceof NoMicrophone ? error.problem : 'busy'
      return this.#put({ phase: 'problem', id, to: take.to, problem })
    }
    take.startedAt = this.#ports.clock.now()
    void this.#ports.claim(id)
    this.#keep(take)
    this.#put({ phase: 'running', id, to: take.to, startedAt: take.startedAt, held: take.held })
  }

  /** Shows where the finger is that holds the button. */
  hold(held: Held): void {
    const take = this.#take
    const recording = take && this.#ports.get().get(uploadKey(take.to))
    if (!take || take.held === held) return
    take.held = held
    if (recording?.phase === 'opening' || recording?.phase === 'running') this.#put({ ...recording, held })
  }

  /**
   * Ends the recording that runs, and lets the microphone go. Resolves with false if there was nothing to keep yet: the
   * microphone was not open.
   */
  async stop(ended?: Ended): Promise<boolean> {
    const take = this.#take
    if (!take) return false
    this.#take = undefined
    const { id, parts, startedAt, microphone } = take
    if (!microphone) {
      take.isOver = true
      this.#remove(take.to)
      return false
    }
    const seconds = (this.#ports.clock.now() - startedAt) / 1000
    await microphone.stop()
    const { type } = microphone
    if (parts.length === 0) {
      this.#forget(id)
      this.#put({ phase: 'problem', id, to: take.to, problem: 'nothing' })
      return false
    }
    const file = await this.#fileOf(parts, { startedAt, type, seconds })
    this.#keep(take, seconds)
    this.#put({ phase: 'done', id, to: take.to, startedAt, seconds, file, ended })
    return true
  }

  /** Throws away what a place has. Returns it, if there is sound in it, to be restored. */
  async discard(to: UploadPlace): Promise<DoneRecording | undefined> {
    if (this.#take && uploadKey(this.#take.to) === uploadKey(to)) await this.stop()
    return this.take(to)
  }

  /** Takes a recording that has ended out of its place, for whoever sends it. */
  take(to: UploadPlace): DoneRecording | undefined {
    const recording = this.#ports.get().get(uploadKey(to))
    if (recording && recording.phase !== 'running' && recording.phase !== 'opening') this.#remove(to)
    if (recording?.phase !== 'done') return undefined
    this.#forget(recording.id)
    return recording
  }

  /** Puts a recording back where it was. Returns false if another one has its place. */
  restore(recording: DoneRecording): boolean {
    const { id, to, startedAt, seconds, file } = recording
    const there = this.#ports.get().get(uploadKey(to))
    if (there && there.phase !== 'problem') return false
    const { put, addPart } = this.#ports.kept
    put({ id, to, startedAt, seconds, type: file.type })
      .then(() => addPart(id, 0, file))
      .catch(() => undefined)
    this.#put(recording)
    return true
  }

  /** A conversation has moved: its recording goes with it. One that waits at the other place stays there. */
  move(from: UploadPlace, to: UploadPlace): void {
    const recording = this.#ports.get().get(uploadKey(from))
    if (!recording || this.#ports.get().has(uploadKey(to))) return
    this.#remove(from)
    this.#put({ ...recording, to })
    if (this.#take?.id === recording.id) {
      this.#take.to = to
      if (this.#take.microphone) this.#keep(this.#take)
    } else if (recording.phase === 'done') {
      const { id, startedAt, seconds, file } = recording
      this.#ports.kept.put({ id, to, startedAt, seconds, type: file.type }).catch(() => undefined)
    }
  }

  #add(take: Take, part: Blob): void {
    if (part.size === 0 || take.isOver) return
    take.parts.push(part)
    take.bytes += part.size
    this.#ports.kept.addPart(take.id, take.parts.length - 1, part).catch(() => undefined)
    if (this.#take === take && take.bytes >= this.#ports.mostBytes() - reserve) void this.stop('full')
  }

  async #fileOf(
    parts: readonly Blob[],
    {
      startedAt,
      type,
      seconds,
    }: { readonly startedAt: number; readonly type: string; readonly seconds: number },
  ): Promise<File> {
    const sound = new Blob([...parts], { type })
    // Whatever cannot be made whole is played all the same.
    const whole = await this.#ports.finish(sound, seconds).catch(() => sound)
    return new File([whole], this.#ports.nameOf(startedAt, type), { type })
  }

  #keep({ id, to, startedAt, microphone }: Take, seconds?: number): void {
    const type = microphone?.type ?? ''
    const length = seconds === undefined ? {} : { seconds }
    this.#ports.kept.put({ id, to, startedAt, type, ...length }).catch(() => undefined)
  }

  #forget(id: string): void {
    this.#ports.kept.remove(id).catch(() => undefined)
  }

  #put(recording: Recording): void {
    this.#ports.set(new Map(this.#ports.get()).set(uploadKey(recording.to), recording))
  }

  #remove(to: UploadPlace): void {
    const rest = new Map(this.#ports.get())
    if (rest.delete(uploadKey(to))) this.#ports.set(rest)
  }
}
