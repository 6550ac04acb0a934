import { platformClock } from '@tagma/client/clock.ts'
import * as wire from '@tagma/contract/wire.ts'
import { deedStorage } from '#kept/deed-storage.ts'
import { DeedRunner } from '#outbox/deed-runner.ts'
import type { Deed } from '#outbox/deeds.ts'
import type { App } from '#state/use-app.ts'
import { applyOwn } from './apply-own.ts'
import { flagEvent } from './flag-event.ts'
import { policyEvent } from './policy-event.ts'
import { errorText } from './show-error.ts'
import { showFailure } from './show-toast.ts'
import { statusArgs, statusEvent } from './status-event.ts'

/** Makes the runner of an account's deeds. */
export function deedRunner(app: Omit<App, 'deeds'>): DeedRunner {
  return new DeedRunner({
    kept: deedStorage(() => app.store.get().state?.user_id ?? 0),
    clock: platformClock,
    alone,
    call: (deeds) => tell(app, deeds),
    show: (deed) => show(app, deed, true),
    refuse(deeds, error) {
      for (const deed of deeds) show(app, deed, false)
      showFailure(app, 'failure', errorText(error))
    },
  })
}

/** Without a secure context, several tabs may tell the same, which is told once as well as twice. */
const alone = async (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('tagma deeds', work) : work()

async function tell({ client }: Omit<App, 'deeds'>, deeds: readonly Deed[]): Promise<void> {
  const [deed] = deeds
  if (!deed) return
  switch (deed.kind) {
    case 'reaction': {
      const { messageId, name, code, type, isAdded } = deed
      const reaction = { message_id: messageId, emoji_name: name, emoji_code: code, reaction_type: type }
      const options = { patienceSeconds: 0 }
      const telling = isAdded
        ? client.call(wire.addReaction, reaction, options)
        : client.call(wire.removeReaction, reaction, options)
      await telling.catch(whereDone)
      return
    }
    case 'flag': {
      const messages = deeds.flatMap((each) => (each.kind === 'flag' ? [each.messageId] : []))
      const op = deed.isAdded ? 'add' : 'remove'
      await client.call(wire.updateMessageFlags, { messages, op, flag: deed.flag }, { patienceSeconds: 0 })
      return
    }
    case 'policy': {
      const { channelId, topic, policy } = deed
      const args = { stream_id: channelId, topic, visibility_policy: policy }
      await client.call(wire.updateUserTopic, args, { patienceSeconds: 0 })
      return
    }
    case 'status':
      await client.call(wire.updateStatus, statusArgs(deed.status), { patienceSeconds: 0 })
  }
}

/** The answer to an earlier call may have been lost. */
function whereDone(error: unknown): void {
  const { code } = error as { readonly code?: string }
  if (code !== 'REACTION_ALREADY_EXISTS' && code !== 'REACTION_DOES_NOT_EXIST') throw error
}

/** Shows a deed as done, or as taken back. */
function show(app: Omit<App, 'deeds'>, deed: Deed, isDone: boolean): void {
  const { state, messages } = app.store.get()
  const userId = state?.user_id ?? -1
  if (deed.kind === 'policy') {
    const { policy, before } = deed
    applyOwn(app, policyEvent(deed, isDone ? policy : before, app.clock.now()))
    return
  }
  if (deed.kind === 'status') {
    applyOwn(app, statusEvent(userId, isDone ? deed.status : deed.before))
    return
  }
  const isAdded = deed.isAdded === isDone
  const message = messages.byId.get(deed.messageId)
  if (deed.kind === 'flag') {
    if (message && message.flags.includes(deed.flag) !== isAdded)
      applyOwn(app, flagEvent([message], deed.flag, isAdded, userId))
    return
  }
  const { messageId, name, code, type } = deed
  applyOwn(app, {
    type: 'reaction',
    op: isAdded ? 'add' : 'remove',
    message_id: messageId,
    user_id: userId,
    emoji_name: name,
    emoji_code: code,
    reaction_type: type,
  })
}
