import type { Answer } from '@tagma/contract/define.ts'
import type { getSessions } from '@tagma/contract/endpoints/sign-in/get-sessions.ts'
import * as wire from '@tagma/contract/wire.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { programName } from './program-name.ts'
import { useCanSave } from './setting-control.tsx'
import { useFetched } from './use-fetched.ts'

type Session = Answer<typeof getSessions>['sessions'][number]

/** The browsers in which one is signed in, each with a button that ends it. */
export function Sessions() {
  const app = useApp()
  const canSave = useCanSave()
  const fetched = useFetched(async () => (await app.client.call(wire.getSessions, {})).sessions)
  const { value: sessions, reload } = fetched
  const end = async (ended: Session) => {
    try {
      await app.client.call(wire.endSession, { session_id: ended.id })
      reload()
      tell(t('settings.sessions.ended-one', { program: programName(ended.program) }))
    } catch (error) {
      showError(app, error)
    }
  }
  const endOthers = async () => {
    try {
      const { ended } = await app.client.call(wire.endOtherSessions, {})
      reload()
      tell(t('settings.sessions.ended', { count: ended }))
    } catch (error) {
      showError(app, error)
    }
  }
  const tell = (text: string) => showToast(app, { name: 'sessions', kind: 'status', text })
  return (
    <section class="setting-group">
      <h2>{t('settings.sessions')}</h2>
      <FetchNote fetched={fetched} />
      <ul class="setting-list">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session)} />
        ))}
      </ul>
      {(sessions?.length ?? 0) > 1 && (
        <button type="button" class="button" disabled={!canSave} onClick={() => void endOthers()}>
          {t('settings.sessions.end-others')}
        </button>
      )}
    </section>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly onEnd: () => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const canSave = useCanSave()
  const { exact } = useTimes()
  const program = programName(session.program)
  const { address, is_current: isCurrent, seen_at: seenAt } = session
  return (
    <li>
      <span class="setting-text">
        <span dir="auto">{program}</span>
        <small>
          {isCurrent
            ? t('settings.sessions.this')
            : t('settings.sessions.used', { time: exact(seenAt), address })}
        </small>
      </span>
      {!isCurrent && (
        <button
          type="button"
          class="button"
          aria-label={t('settings.sessions.end-one', { program })}
          disabled={!canSave}
          onClick={onEnd}
        >
          {t('settings.sessions.end')}
        </button>
      )}
    </li>
  )
}
