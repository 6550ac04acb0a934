import type { UploadPlace } from './uploads.ts'

/** Says why there is no sound to record. */
export type MicrophoneProblem =
  /** Browsers give no microphone to pages that come by plain HTTP. */
  | 'insecure'
  /** The browser records nothing. */
  | 'unsupported'
  /** The desktop app gives no microphone to pages. */
  | 'app'
  /** The person or the system does not allow it. */
  | 'refused'
  /** The device has none. */
  | 'missing'
  /** It does not start, such as when another program has it. */
  | 'busy'
  /** It started, and gave nothing. */
  | 'nothing'

/** A recording that has ended, and is neither sent nor thrown away. */
export interface DoneRecording {
  readonly phase: 'done'
  readonly id: string
  readonly to: UploadPlace
  /** In milliseconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  readonly file: File
  /** Set if it ended by itself. */
  readonly ended?: Ended | undefined
}

/** `full`: files may not be larger. `lost`: the microphone was taken away. `left`: one left the place, or the page ended. */
export type Ended = 'full' | 'lost' | 'left'

/** A voice message for a place. */
export type Recording =
  | DoneRecording
  | (Base & { readonly phase: 'opening'; readonly held?: Held | undefined })
  | (Base & { readonly phase: 'running'; readonly startedAt: number; readonly held?: Held | undefined })
  | (Base & { readonly phase: 'problem'; readonly problem: MicrophoneProblem })

interface Base {
  readonly id: string
  readonly to: UploadPlace
}

/** Where the finger is that holds the button: `away`, lifting it throws the recording away. */
export type Held = 'here' | 'away'

/** Recordings by the `uploadKey` of the text that they belong to. */
export type Recordings = ReadonlyMap<string, Recording>

export const noRecordings: Recordings = new Map()

/** Whether something would be lost with a recording. */
export const holdsSound = ({ phase }: Recording): boolean => phase === 'running' || phase === 'done'
