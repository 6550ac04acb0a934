import { Square, Trash2 } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { recorderOf } from '#actions/recorder-of.ts'
import { useCommand } from '#keys/use-command.ts'
import type { Recording } from '#outbox/recordings.ts'
import type { UploadPlace } from '#outbox/uploads.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { wantsCalm } from '#parts/wants-calm.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { clockTime } from './clock-time.ts'
import { throwAway } from './press.ts'

/** Seconds before the end of the room from which on it is said. */
const sayFrom = 60
/** Seconds of silence after which somebody may speak into a microphone that is off. */
const silentFrom = 4
/** Loudness below which nobody speaks. */
const silence = 0.15

interface RunningRecordingProps {
  readonly to: UploadPlace
  readonly recording: Extract<Recording, { phase: 'opening' | 'running' }>
}

/** A recording while it runs: how long, how loud, and how it ends. */
export function RunningRecording({ to, recording }: RunningRecordingProps) {
  const app = useApp()
  const recorder = recorderOf(app)
  const { held } = recording
  const cancel = () => void throwAway(app, to)
  useCommand('leave', cancel)
  return (
    <>
      <i class="voice-light" aria-hidden />
      {recording.phase === 'opening' ? (
        <span class="voice-note">{t('voice.opening')}</span>
      ) : (
        <Progress startedAt={recording.startedAt} />
      )}
      {held ? (
        <span class={held === 'away' ? 'voice-slide voice-slide-away' : 'voice-slide'}>
          {t(held === 'away' ? 'voice.lift-away' : 'voice.slide-away')}
        </span>
      ) : (
        <span class="voice-acts">
          <IconButton
            icon={Trash2}
            label={t('voice.throw-away')}
            tip={`${t('voice.throw-away')} (Esc)`}
            onClick={cancel}
          />
          <button type="button" class="button" onClick={() => void recorder.stop()}>
            <Icon of={Square} size={0.875} />
            {t('voice.stop')}
          </button>
        </span>
      )}
    </>
  )
}

/** The time so far, how loud it is, and what there is to say about it. */
function Progress({ startedAt }: { readonly startedAt: number }) {
  const app = useApp()
  const recorder = recorderOf(app)
  const [seconds, setSeconds] = useState(0)
  const heardAt = useRef(0)
  useEffect(() => {
    const look = () => {
      const now = (app.clock.now() - startedAt) / 1000
      if ((recorder.level() ?? 1) >= silence) heardAt.current = now
      setSeconds(Math.floor(now))
    }
    look()
    const timer = setInterval(look, 200)
    return () => clearInterval(timer)
  }, [app, startedAt])
  const left = recorder.secondsLeft()
  const isSilent = seconds - heardAt.current >= silentFrom
  return (
    <>
      <span class="voice-time" role="timer" aria-label={t('voice.length')}>
        {clockTime(seconds)}
      </span>
      <Meter />
      {(left <= sayFrom || isSilent) && (
        <span class={left <= sayFrom ? 'voice-note voice-warn' : 'voice-note'} role="status">
          {left <= sayFrom
            ? t('voice.left', { time: clockTime(Math.ceil(left / 10) * 10) })
            : t('voice.silent')}
        </span>
      )}
    </>
  )
}

const looksInSecond = 16
const bars = [0.25, 0.4, 0.55, 0.7, 0.85]

/** How loud it is. Where people want calm, it changes once a second, to the loudest moment of that second. */
function Meter() {
  const app = useApp()
  const meter = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const recorder = recorderOf(app)
    const isCalm = wantsCalm()
    let [loudest, looks] = [0, 0]
    const look = () => {
      loudest = Math.max(loudest, recorder.level() ?? 0)
      looks += 1
      if (isCalm && looks < looksInSecond) return
      for (const [at, bar] of [...(meter.current?.children ?? [])].entries())
        bar.classList.toggle('voice-bar-on', loudest >= bars[at]!)
      ;[loudest, looks] = [0, 0]
    }
    const timer = setInterval(look, 1000 / looksInSecond)
    return () => clearInterval(timer)
  }, [app])
  return (
    <span ref={meter} class="voice-meter" aria-hidden>
      {bars.map((from) => (
        <i key={from} />
      ))}
    </span>
  )
}
