import { recorderOf } from '#actions/recorder-of.ts'
import { showFailure, showToast } from '#actions/show-toast.ts'
import { uploadKey, type UploadPlace } from '#outbox/uploads.ts'
import { withoutNamed } from '#state/toasts.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** Milliseconds after which a press is a hold, which ends when it is lifted. */
const holdMilliseconds = 300
/** Pixels towards the beginning of the line after which lifting throws away. */
const awayPixels = 80

/** A press on the button that records. */
export interface Hold {
  /** Whether it lasted, so that the click at its end means nothing. */
  readonly isHeld: () => boolean
}

/** Follows a press: while it lasts, it records. Drawn aside, it throws away. */
export function press(app: App, to: UploadPlace, down: PointerEvent): Hold {
  let isHeld = false
  if (!down.isPrimary || down.button !== 0 || app.store.get().recordings.has(uploadKey(to)))
    return { isHeld: () => false }
  const recorder = recorderOf(app)
  const ending = new AbortController()
  const { signal } = ending
  const sign = getComputedStyle(down.target as Element).direction === 'rtl' ? -1 : 1
  let isAway = false
  const timer = setTimeout(() => {
    isHeld = true
    start(app, to)
    recorder.hold('here')
  }, holdMilliseconds)
  const end = (isThrown: boolean) => {
    clearTimeout(timer)
    ending.abort()
    if (!isHeld) return
    if (isThrown) void throwAway(app, to)
    else void endHold(app, to)
  }
  const onMove = ({ clientX }: PointerEvent) => {
    isAway = (down.clientX - clientX) * sign >= awayPixels
    if (isHeld) recorder.hold(isAway ? 'away' : 'here')
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', () => end(isAway), { signal })
  // The browser has taken the finger away, which throws nothing away.
  addEventListener('pointercancel', () => end(false), { signal })
  return { isHeld: () => isHeld }
}

async function endHold(app: App, to: UploadPlace): Promise<void> {
  const wasOpening = app.store.get().recordings.get(uploadKey(to))?.phase === 'opening'
  await recorderOf(app).stop()
  if (wasOpening) showToast(app, { name: 'recording', kind: 'status', text: t('voice.hold-again') })
}

/** Begins a recording. */
export function start(app: App, to: UploadPlace): void {
  // An earlier recording cannot come back to a place that is taken.
  app.store.set({ toasts: withoutNamed(app.store.get().toasts, 'recording') })
  void recorderOf(app).start(to)
}

/** Does what a click on the button means: begins a recording, or ends it. Goes to one that waits. */
export function toggle(app: App, to: UploadPlace): void {
  const recorder = recorderOf(app)
  const there = app.store.get().recordings.get(uploadKey(to))
  if (there?.phase === 'running' || there?.phase === 'opening') void recorder.stop()
  else if (there?.phase === 'done') document.querySelector<HTMLElement>('.voice-play')?.focus()
  else start(app, to)
}

/** Throws away what a place has. For a moment, this can be undone. */
export async function throwAway(app: App, to: UploadPlace): Promise<void> {
  const recording = await recorderOf(app).discard(to)
  if (!recording) return
  const undo = () => {
    if (!recorderOf(app).restore(recording)) showFailure(app, 'recording', t('voice.place-taken'))
  }
  showToast(app, { name: 'recording', kind: 'status', text: t('voice.thrown-away'), undo })
}
