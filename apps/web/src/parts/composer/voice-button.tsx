import { Mic, Square } from 'lucide'
import { useRef } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { uploadKey, type UploadPlace } from '#outbox/uploads.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { later, lazy } from '#parts/lazy.tsx'
import type { Hold } from '#parts/voice/press.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'

const voice = later(async () => {
  await learn('voice')
  return import('#parts/voice/press.ts')
})

const VoicePanel = lazy(async () => {
  await learn('voice')
  return (await import('#parts/voice/voice-panel.tsx')).VoicePanel
})

/** Does what a click on the button for recordings means, once the code for it is there. */
export const toggleRecording = (app: App, to: UploadPlace): void =>
  void voice.get().then(
    ({ toggle }) => toggle(app, to),
    () => undefined,
  )

/** Follows a press on the button from the moment on at which the code for it is there, unless it was lifted before. */
function followPress(app: App, to: UploadPlace, down: PointerEvent, onFollow: (hold: Hold) => void): void {
  const lifting = new AbortController()
  const { signal } = lifting
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, () => lifting.abort(), { signal })
  voice.get().then(
    ({ press }) => {
      if (!signal.aborted) onFollow(press(app, to, down))
      lifting.abort()
    },
    () => lifting.abort(),
  )
}

/** Throws away a recording that runs. Returns whether one did. */
export function cancelRecording(app: App, to: UploadPlace): boolean {
  const phase = app.store.get().recordings.get(uploadKey(to))?.phase
  if (phase !== 'running' && phase !== 'opening') return false
  void voice.now()?.throwAway(app, to)
  return true
}

interface VoiceProps {
  /** The text that a recording belongs to. */
  readonly to: UploadPlace
  /** Called when a recording is on its way as a message of its own. */
  readonly onPosted?: (() => void) | undefined
}

/** Records a voice message: by a click until the next one, or as long as it is held. */
export function VoiceButton({ to, class: name }: VoiceProps & { readonly class: string }) {
  const app = useApp()
  const hold = useRef<Hold | undefined>(undefined)
  const isOffered = useKnown(({ state }) => (state?.max_file_upload_size_mib ?? 0) > 0)
  const isOn = useKnown(({ recordings }) =>
    ['opening', 'running'].includes(recordings.get(uploadKey(to))?.phase ?? ''),
  )
  if (!isOffered) return null
  const label = t(isOn ? 'compose.stop-recording' : 'compose.record')
  return (
    <IconButton
      class={name}
      icon={isOn ? Square : Mic}
      label={label}
      tip={`${label} (Alt+R)`}
      aria-pressed={isOn}
      onPointerDown={(event) => followPress(app, to, event, (followed) => (hold.current = followed))}
      onClick={() => {
        // The click at the end of a hold.
        const isDone = hold.current?.isHeld() ?? false
        hold.current = undefined
        if (!isDone) toggleRecording(app, to)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !cancelRecording(app, to)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      // A finger that rests on it records.
      onContextMenu={(event) => event.preventDefault()}
    />
  )
}

/** Records by a command of the palette. */
export function useRecordCommand(to: UploadPlace): void {
  const app = useApp()
  const isOffered = useKnown(({ state }) => (state?.max_file_upload_size_mib ?? 0) > 0)
  useCommand('record', () => (isOffered ? toggleRecording(app, to) : false))
}

/** The recording of a text, where there is one. */
export function Voice({ to, onPosted }: VoiceProps) {
  const isThere = useKnown(({ recordings }) => recordings.has(uploadKey(to)))
  return isThere ? <VoicePanel to={to} onPosted={onPosted} /> : null
}
