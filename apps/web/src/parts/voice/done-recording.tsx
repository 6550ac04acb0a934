import { Pause, Play, SendHorizontal, Trash2 } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { recorderOf } from '#actions/recorder-of.ts'
import type * as recordings from '#outbox/recordings.ts'
import type { UploadPlace } from '#outbox/uploads.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { t, type WordId } from '#words/words.ts'
import { clockTime } from './clock-time.ts'
import { throwAway } from './press.ts'

interface DoneRecordingProps {
  readonly to: UploadPlace
  readonly recording: recordings.DoneRecording
  readonly onPosted?: (() => void) | undefined
}

const notes: Readonly<Record<recordings.Ended, WordId>> = {
  full: 'voice.was-full',
  lost: 'voice.was-lost',
  left: 'voice.was-left',
}

/** A recording to listen to, before it is sent or thrown away. */
export function DoneRecording({ to, recording, onPosted }: DoneRecordingProps) {
  const app = useApp()
  const { ended } = recording
  const attach = () => {
    const taken = recorderOf(app).take(to)
    if (taken) app.writing.uploads.add(to, [taken.file])
  }
  const send = () => {
    if (to.kind !== 'topic' && to.kind !== 'people') return
    const taken = recorderOf(app).take(to)
    if (!taken) return
    app.writing.uploads.addMessage(to, taken.file)
    onPosted?.()
  }
  // A message that is edited takes it in; a topic that is begun needs its title first.
  const isMessage = to.kind === 'topic' || to.kind === 'people'
  return (
    <>
      <Player recording={recording} />
      {ended && <span class="voice-note">{t(notes[ended])}</span>}
      <span class="voice-acts">
        <IconButton icon={Trash2} label={t('voice.throw-away')} onClick={() => void throwAway(app, to)} />
        <button type="button" class="button" onClick={attach}>
          {t('voice.attach')}
        </button>
        {isMessage && (
          <button type="button" class="button button-main" onClick={send}>
            <Icon of={SendHorizontal} size={1} turns />
            {t('voice.send')}
          </button>
        )}
      </span>
    </>
  )
}

function Player({ recording: { file, seconds } }: { readonly recording: recordings.DoneRecording }) {
  const sound = useRef<HTMLAudioElement>(null)
  const play = useRef<HTMLButtonElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  useLayoutEffect(() => {
    const { current } = sound
    const address = URL.createObjectURL(file)
    current!.src = address
    return () => {
      // A player that still reads would complain.
      current!.removeAttribute('src')
      current!.load()
      URL.revokeObjectURL(address)
    }
  }, [file])
  useEffect(() => {
    // The button that ended the recording is gone, and the focus with it.
    if (document.activeElement === document.body) play.current?.focus({ preventScroll: true })
  }, [])
  const toggle = () => {
    const { current } = sound
    if (current?.paused) void current.play().catch(() => setPlaying(false))
    else current?.pause()
  }
  const time = clockTime(at)
  const whole = clockTime(seconds)
  return (
    <>
      <audio
        ref={sound}
        hidden
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
      />
      <button
        ref={play}
        type="button"
        class="button-icon voice-play"
        aria-label={t(isPlaying ? 'voice.pause' : 'voice.play')}
        data-tip={t(isPlaying ? 'voice.pause' : 'voice.play')}
        onClick={toggle}
      >
        <Icon of={isPlaying ? Pause : Play} />
      </button>
      <input
        type="range"
        class="voice-place"
        min={0}
        max={seconds}
        step="any"
        value={Math.min(at, seconds)}
        aria-label={t('voice.place')}
        aria-valuetext={t('voice.time-of', { time, whole })}
        onInput={(event) => {
          const place = Number(event.currentTarget.value)
          sound.current!.currentTime = place
          setAt(place)
        }}
      />
      <span class="voice-time">{t('voice.time-of', { time, whole })}</span>
    </>
  )
}
