import * as wire from '@tagma/contract/wire.ts'
import { messageOf, type Message } from '@tagma/sync/messages/message.ts'
import { sendMessage } from '#actions/send-message.ts'
import { errorText } from '#actions/show-error.ts'
import { showFailure, showToast } from '#actions/show-toast.ts'
import { addressOfMessage } from '#state/addresses.ts'
import { destinationOf } from '#state/destination-of.ts'
import { iconCount } from '#state/icon-count.ts'
import type { Known } from '#state/known.ts'
import { selectConversations, selectUnreadCounts } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import type { App } from '#state/use-app.ts'
import { when } from '#state/when.ts'
import type { DesktopBridge } from './desktop-bridge.ts'
import { leaveForLogin } from './leave-for-login.ts'

/** Tells the desktop app what it shows around the page, and does what its menus ask for. */
export function followShell(app: App, bridge: DesktopBridge): void {
  tellChanges(app, bridge)
  bridge.on_event('logout', () => {
    if (isSpectator(app.store.get())) void leaveForLogin()
    else app.commands.run('signOut')
  })
  bridge.on_event('show-keyboard-shortcuts', () => void app.commands.run('help'))
  bridge.on_event('show-notification-settings', () => app.go('#settings/notifications'))
  bridge.on_event('show-download-success', (title: string, text: string, id: unknown) =>
    showToast(app, {
      name: 'download',
      kind: 'status',
      text: title,
      // The app says what pressing it does.
      action: { label: text, run: () => void bridge.send_event('show-downloaded-file-in-folder', id) },
    }),
  )
  bridge.set_send_notification_reply_message_supported?.(true)
  bridge.on_event('send_notification_reply_message', (id: number | string, text: string) => {
    void reply(app, bridge, Number(id), text)
  })
}

/** Tells the number of unread messages, and the name and picture of the organization: now and whenever one is another. */
function tellChanges({ store }: App, bridge: DesktopBridge): void {
  const told = new Map<string, unknown>()
  const tell = () => {
    for (const [name, value] of Object.entries(shownBy(store.get()))) {
      if (value === undefined || told.get(name) === value) continue
      told.set(name, value)
      bridge.send_event(name, value)
    }
  }
  store.subscribe(tell)
  tell()
}

/** Returns what the app shows, by the names of its events. */
function shownBy(known: Known) {
  const { state } = known
  const { total } = selectUnreadCounts(known)
  return {
    total_unread_count: state?.user_settings && iconCount(state, selectConversations(known), total),
    realm_name: state?.realm_name,
    realm_icon_url: state?.realm_icon_url,
  }
}

/** Sends what somebody answered in a notification, and tells the app if it was not sent. */
async function reply(app: App, bridge: DesktopBridge, id: number, text: string): Promise<void> {
  if (text.trim() === '') return
  const refuse = (error: string, data?: unknown) =>
    void bridge.send_event('send_notification_reply_message_failed', { message_id: id, error, data })
  let message: Message
  try {
    message = app.store.get().messages.byId.get(id) ?? (await fetched(app, id))
  } catch (error) {
    showFailure(app, 'not sent', errorText(error))
    return refuse(errorText(error))
  }
  const { state } = app.store.get()
  const to = destinationOf(message, state?.user_id ?? -1)
  const localId = sendMessage(app, to, text)
  if (state?.user_settings?.web_navigate_to_sent_message !== false) app.go(addressOfMessage(state, message))
  const entry = () => app.store.get().outbox.find((each) => each.localId === localId)?.state
  await when(app.store, () => entry() === undefined || entry()?.kind === 'failed')
  const end = entry()
  if (end?.kind === 'failed') refuse(end.reason, { ...to, content: text })
}

async function fetched({ client }: App, id: number): Promise<Message> {
  const { message } = await client.call(wire.getMessage, { message_id: id, allow_empty_topic_name: true })
  return messageOf(message, message.flags)
}
