import { MicOff, X } from 'lucide'
import { recorderOf } from '#actions/recorder-of.ts'
import type { MicrophoneProblem } from '#outbox/recordings.ts'
import type { UploadPlace } from '#outbox/uploads.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { start } from './press.ts'

interface RecordingProblemProps {
  readonly to: UploadPlace
  readonly problem: MicrophoneProblem
}

/** Problems that nothing ends while the page is open. */
const lasting: ReadonlySet<MicrophoneProblem> = new Set(['insecure', 'unsupported', 'app'])

/** Says why nothing is recorded, and what to do about it. */
export function RecordingProblem({ to, problem }: RecordingProblemProps) {
  const app = useApp()
  return (
    <>
      <Icon of={MicOff} />
      <span class="voice-problem" role="alert">
        {t(`voice.problem-${problem}`)}
      </span>
      <span class="voice-acts">
        {!lasting.has(problem) && (
          <button type="button" class="button" onClick={() => start(app, to)}>
            {t('voice.try-again')}
          </button>
        )}
        <IconButton icon={X} label={t('dialog.close')} onClick={() => recorderOf(app).take(to)} />
      </span>
    </>
  )
}
