import { type Microphone, NoMicrophone } from '#outbox/recorder.ts'
import type { MicrophoneProblem } from '#outbox/recordings.ts'
import { desktopBridge } from './desktop-bridge.ts'

/** The types of sound to record, the best one first: Opus is small and clear, and all browsers of today play it in WebM. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

/** Enough for speech by Opus, and for AAC, which needs more. */
const bitsFor = (type: string) => (type.includes('mp4') ? 64_000 : 32_000)

/** Milliseconds of sound in each part. */
const partMilliseconds = 1000

/** Returns why this page can have no microphone, or undefined if it may ask for one. */
function problemHere(): MicrophoneProblem | undefined {
  if (desktopBridge()) return 'app'
  if (!isSecureContext) return 'insecure'
  if (!('mediaDevices' in navigator) || typeof MediaRecorder !== 'function') return 'unsupported'
  return undefined
}

/** Asks for the microphone, and records it. Rejects with `NoMicrophone`. */
export async function openMicrophone({
  onPart,
  onLost,
}: {
  readonly onPart: (part: Blob) => void
  readonly onLost: () => void
}): Promise<Microphone> {
  const problem = problemHere()
  if (problem) throw new NoMicrophone(problem)
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
    .catch((error: unknown) => {
      throw new NoMicrophone(problemOf(error))
    })
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return record(stream, { onPart, onLost, letGo })
  } catch {
    letGo()
    throw new NoMicrophone('unsupported')
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

interface RecordOptions {
  readonly onPart: (part: Blob) => void
  readonly onLost: () => void
  readonly letGo: () => void
}

function record(stream: MediaStream, { onPart, onLost, letGo }: RecordOptions): Microphone {
  const type = types.find((each) => MediaRecorder.isTypeSupported(each))
  const recorder = new MediaRecorder(stream, {
    ...(type === undefined ? {} : { mimeType: type }),
    audioBitsPerSecond: bitsFor(type ?? ''),
  })
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  recorder.addEventListener('dataavailable', ({ data }) => onPart(data))
  recorder.addEventListener('error', onLost)
  const [track] = stream.getAudioTracks()
  track?.addEventListener('ended', onLost)
  // Phones silence pages that are not seen.
  track?.addEventListener('mute', () => document.visibilityState === 'hidden' && onLost())
  const meter = meterOf(stream)
  recorder.start(partMilliseconds)
  return {
    type: (recorder.mimeType || type || '').split(';')[0]!,
    level: () => meter?.level(),
    flush() {
      if (recorder.state === 'recording') recorder.requestData()
    },
    async stop() {
      meter?.end()
      if (recorder.state !== 'inactive') recorder.stop()
      letGo()
      await ended
    },
  }
}

/** The loudness, in decibels, at the lower end of a meter. */
const floor = -60

/** Measures how loud a stream is. Without it there is no meter, and the sound is recorded all the same. */
function meterOf(stream: MediaStream) {
  try {
    const context = new AudioContext()
    void context.resume().catch(() => undefined)
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    return {
      level() {
        analyser.getFloatTimeDomainData(samples)
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
        const decibels = 10 * Math.log10(power || Number.MIN_VALUE)
        return Math.min(1, Math.max(0, 1 - decibels / floor))
      },
      end: () => void context.close().catch(() => undefined),
    }
  } catch {
    return undefined
  }
}
