import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { recorderOf } from '#actions/recorder-of.ts'
import { showToast } from '#actions/show-toast.ts'
import type { Recording } from '#outbox/recordings.ts'
import { uploadKey, type UploadPlace } from '#outbox/uploads.ts'
import { keepFocus } from '#parts/keep-focus.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { clockTime } from './clock-time.ts'
import { DoneRecording } from './done-recording.tsx'
import { RecordingProblem } from './recording-problem.tsx'
import { RunningRecording } from './running-recording.tsx'

interface VoicePanelProps {
  readonly to: UploadPlace
  readonly onPosted?: (() => void) | undefined
}

/** The voice message of a text: while it is recorded, and until it is sent or thrown away. */
export function VoicePanel({ to, onPosted }: VoicePanelProps) {
  const recording = useKnown(({ recordings }) => recordings.get(uploadKey(to)))
  const panel = useRef<HTMLDivElement>(null)
  useEndWhenLeft(to, panel)
  if (!recording) return null
  return (
    <div
      ref={panel}
      class={`voice voice-${recording.phase}`}
      role="group"
      aria-label={t('voice.name')}
      onMouseDown={keepFocus}
    >
      {partOf(recording, to, onPosted)}
      <Spoken text={spokenOf(recording)} />
    </div>
  )
}

function partOf(
  recording: Recording,
  to: UploadPlace,
  onPosted: VoicePanelProps['onPosted'],
): ComponentChildren {
  if (recording.phase === 'problem') return <RecordingProblem to={to} problem={recording.problem} />
  if (recording.phase === 'done') return <DoneRecording key={recording.id} {...{ to, recording, onPosted }} />
  return <RunningRecording {...{ to, recording }} />
}

/** Ends a recording that runs when its box goes away or is no longer seen: nobody is recorded without seeing it. */
function useEndWhenLeft(to: UploadPlace, panel: { readonly current: HTMLElement | null }): void {
  const app = useApp()
  const place = useRef(to)
  place.current = to
  useEffect(() => {
    const leave = () => void endWhenLeft(app, place.current)
    const seen = new IntersectionObserver(([entry]) => {
      if (entry && entry.boundingClientRect.width === 0) leave()
    })
    if (panel.current) seen.observe(panel.current)
    return () => {
      seen.disconnect()
      leave()
    }
  }, [app])
}

async function endWhenLeft(app: App, to: UploadPlace): Promise<void> {
  const recorder = recorderOf(app)
  if (!recorder.place || uploadKey(recorder.place) !== uploadKey(to)) return
  if (!(await recorder.stop('left'))) return
  const { state } = app.store.get()
  const place = to.kind === 'edit' ? to.within : to
  const isConversation = place.kind === 'topic' || place.kind === 'people'
  const view = isConversation && viewOf(conversationOf(place), state?.user_id ?? 0)
  showToast(app, {
    name: 'recording',
    kind: 'status',
    text: t('voice.waits', { place: destinationTitle(state, place) }),
    ...(view ? { action: { label: t('voice.open'), run: () => app.go(addressFor(state, view)) } } : {}),
  })
}

const conversationOf = (to: Extract<UploadPlace, { kind: 'topic' | 'people' }>) =>
  to.kind === 'topic'
    ? { channelId: to.channelId, topic: to.topic, userIds: undefined }
    : { channelId: undefined, topic: '', userIds: to.userIds }

function spokenOf(recording: Recording): string {
  switch (recording.phase) {
    case 'opening':
      return t('voice.opening')
    case 'running':
      return t('voice.running')
    case 'done':
      return t('voice.done', { time: clockTime(recording.seconds) })
    case 'problem':
      // It stands in an alert.
      return ''
  }
}

/** Says what has changed. A region that comes with its text is not spoken by all readers. */
function Spoken({ text }: { readonly text: string }) {
  const [said, say] = useState('')
  useEffect(() => say(text), [text])
  return (
    <span class="hidden-visually" role="status">
      {said}
    </span>
  )
}
