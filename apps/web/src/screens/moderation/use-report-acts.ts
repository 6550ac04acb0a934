import { setMuted } from '#actions/mute-person.ts'
import { actorIn } from '#screens/conversation/actor.ts'
import { messageRights } from '#screens/conversation/message-rights.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { deactivationReason } from '#state/manage-rights.ts'
import { type Person, peopleOf } from '#state/people.ts'
import type { Report } from '#state/report-of.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { Asked, Deed } from './report-dialogs.tsx'

/** Something that a moderator does about a report: by its button, or by its key. */
export interface ReportAct {
  readonly key: string
  readonly label: string
  /** The reason why it cannot be done. */
  readonly reason: string | undefined
  readonly act: () => void
}

/** Returns what can be done about a report, and why not. `ask` opens a dialog; `onDeed` hears of what needs none. */
export function useReportActs(
  report: Report,
  ask: (asked: Asked) => void,
  onDeed: (deed: Deed) => void,
): readonly ReportAct[] {
  const app = useApp()
  const canSave = useCanSave()
  const message = useKnown(({ messages }) => messages.byId.get(report.messageId ?? -1))
  const sender = useKnown(({ state }) => peopleOf(state).get(report.senderId ?? -1))
  const ownId = useKnown(({ state }) => state?.user_id)
  const rights = message && messageRights(actorIn(app, message.stream_id), message)
  const gone = t(report.messageId === undefined ? 'moderation.direct' : 'moderation.gone')
  const acts: readonly ReportAct[] = [
    {
      key: '1',
      label: t('moderation.delete'),
      reason: rights ? rights.delete : gone,
      act: () => ask('delete'),
    },
    {
      key: '2',
      label: t('moderation.move'),
      reason: rights ? rights.move : gone,
      act: () => {
        if (!message) return
        onDeed('move')
        app.store.set({ moving: { message, mode: 'change_one' } })
      },
    },
    ...(sender && sender.user_id !== ownId ? actsOn(app, sender, ask) : []),
    { key: 'Enter', label: t('moderation.settle'), reason: undefined, act: () => ask('settle') },
  ]
  const offline = canSave ? undefined : t('message.needs-connection')
  return acts.map((each) => ({ ...each, reason: each.reason ?? offline }))
}

/** Returns what can be done about the sender of a reported message. */
function actsOn(app: App, sender: Person, ask: (asked: Asked) => void): readonly ReportAct[] {
  const { user_id: userId, full_name: name, is_active: isActive } = sender
  const { state } = app.store.get()
  const isMuted = state?.muted_users?.some(({ id }) => id === userId) === true
  const gone = isActive ? undefined : t('moderation.gone-sender')
  return [
    { key: '3', label: t('moderation.warn', { name }), reason: gone, act: () => ask('warn') },
    {
      key: '4',
      label: t('moderation.deactivate', { name }),
      reason: gone ?? (state && deactivationReason(state, sender)),
      act: () => ask('deactivate'),
    },
    ...(isMuted
      ? []
      : [
          {
            key: 'm',
            label: t('moderation.mute', { name }),
            reason: undefined,
            act: () => void setMuted(app, userId, true),
          },
        ]),
  ]
}
