import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'

export type Sound = UserSettings['notification_sound']

/** A tone: its pitch in hertz, when it begins and how long it rings out, in seconds. */
type Tone = readonly [pitch: number, at: number, length: number]

/** The sounds, as tones: no files to load, and nobody else's work. */
const tones: Readonly<Record<Sound, readonly Tone[]>> = {
  zulip: [
    [587, 0, 0.25],
    [880, 0.11, 0.5],
  ],
  ding: [[1319, 0, 0.7]],
  chime: [
    [784, 0, 0.7],
    [659, 0.16, 0.7],
    [523, 0.32, 0.9],
  ],
  none: [],
}

let context: AudioContext | undefined

/** Plays a sound. Browsers keep silent until somebody has touched the page or pressed a key. */
export function ring(sound: Sound): void {
  const all = tones[sound]
  if (all.length === 0 || !('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  // Suspended before the first touch: what is asked for then would all be heard at once later.
  if (context.state === 'suspended') {
    if (!navigator.userActivation?.hasBeenActive) return
    void context.resume()
  }
  for (const [pitch, at, length] of all) {
    const start = context.currentTime + at
    const volume = context.createGain()
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.16, start + 0.01)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length)
    const tone = context.createOscillator()
    tone.type = 'triangle'
    tone.frequency.value = pitch
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + length)
  }
}
