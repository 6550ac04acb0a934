import { CircleAlert, Clock } from 'lucide'
import { Icon } from '#parts/icon.tsx'
import { t } from '#words/words.ts'
import type { MessageActs, Sending } from './message-acts.ts'

type UnsentAct = Parameters<MessageActs['unsent']>[1]

interface SendingStateProps {
  readonly sending: Sending
  readonly onAct: (act: UnsentAct) => void
}

const acts: readonly { readonly act: UnsentAct; readonly label: 'edit' | 'copy' | 'discard' | 'again' }[] = [
  { act: 'again', label: 'again' },
  { act: 'edit', label: 'edit' },
  { act: 'copy', label: 'copy' },
  { act: 'discard', label: 'discard' },
]

/** Says that a message is on its way, or why it is not, and what its writer can do. */
export function SendingState({ sending, onAct }: SendingStateProps) {
  if (sending.kind === 'sending') {
    return (
      <span class="sending">
        <Icon of={Clock} size={0.875} />
        {t('message.sending')}
      </span>
    )
  }
  return (
    <div class="unsent">
      <p class="unsent-reason" role="alert">
        <Icon of={CircleAlert} size={1} />
        <strong>{t('message.not-sent')}</strong>{' '}
        <span dir="auto">{sending.kind === 'failed' ? sending.reason : t('message.unsure')}</span>
      </p>
      <p class="unsent-acts">
        {acts.map(({ act, label }) => (
          <button key={act} type="button" class="button-link" onClick={() => onAct(act)}>
            {t(`message.${label}`)}
          </button>
        ))}
      </p>
    </div>
  )
}
