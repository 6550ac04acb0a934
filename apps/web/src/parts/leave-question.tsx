import { Question } from '#parts/dialog/dialog.tsx'
import type { Channel } from '#state/channels.ts'
import { t } from '#words/words.ts'

interface LeaveQuestionProps {
  readonly channel: Channel
  readonly onClose: () => void
  readonly onLeave: () => void
}

/** Asks before somebody leaves a channel to which they can't return by themselves. */
export function LeaveQuestion({ channel, onClose, onLeave }: LeaveQuestionProps) {
  return (
    <Question
      title={t('channels.leave-question', { name: channel.name })}
      text={t('channels.leave-private')}
      action={t('channels.leave')}
      dangerous
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onLeave()
      }}
    />
  )
}
