import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { OrganizationTableRows } from '#store/organization/organization-table-rows.ts'
import type { ZulipBook } from './zulip-book.ts'

/** Services of a bot, as its row has them. */
interface ServiceRow {
  readonly base_url?: string
  readonly interface?: number
  readonly token?: string
  readonly service_name?: string
  readonly config_data?: Readonly<Record<string, string>>
}

/** Writes people and bots with their settings. Passwords and keys are not in exports of Zulip either. */
export async function writePeople(
  book: ZulipBook,
  { users }: OrganizationDirectory,
  rows: OrganizationTableRows,
): Promise<void> {
  const { realm } = book
  const bots = new Map((await rows.read('bots', 'user_id')).map((row) => [row.user_id, row]))
  for (const user of users.values()) {
    const recipient = book.recipient(1, user.id)
    if (isSystemBot(user)) {
      book.add('zerver_userprofile_crossrealm', {
        id: user.id,
        email: user.deliveryEmail,
        recipient_id: recipient,
      })
      continue
    }
    const bot = bots.get(user.id)
    book.add('zerver_userprofile', {
      id: user.id,
      realm,
      delivery_email: user.deliveryEmail,
      email: user.email,
      full_name: user.fullName,
      role: user.role,
      is_active: user.isActive,
      is_staff: false,
      is_superuser: false,
      is_billing_admin: false,
      is_mirror_dummy: false,
      is_imported_stub: user.isImportedStub,
      is_bot: user.botType !== null,
      bot_type: user.botType,
      bot_owner: user.botOwnerId,
      timezone: user.timezone,
      date_joined: user.joinedAt,
      avatar_source: user.avatarSource,
      avatar_version: user.avatarVersion,
      can_create_users: user.canCreateUsers,
      can_change_user_emails: user.canChangeUserEmails,
      can_forge_sender: false,
      long_term_idle: false,
      last_active_message_id: null,
      last_login: null,
      last_reminder: null,
      tos_version: null,
      default_sending_stream: bot?.default_sending_channel_id ?? null,
      default_events_register_stream: bot?.default_events_channel_id ?? null,
      default_all_public_streams: bot?.default_all_public_channels === 1,
      groups: [],
      user_permissions: [],
      ...initialUserSettings,
      ...user.settings,
    })
    // Each person has a subscription to what is sent to them alone.
    book.add('zerver_subscription', {
      user_profile: user.id,
      recipient,
      active: true,
      is_user_active: user.isActive,
    })
    if (bot) writeServices(book, user.id, JSON.parse(bot.services) as readonly ServiceRow[])
  }
  for (const row of await rows.read('bot_storage', 'id'))
    book.add('zerver_botstoragedata', { bot_profile: row.user_id, key: row.key, value: row.value })
}

/** Forms of messages that outgoing webhooks get. */
const genericInterface = 1

function writeServices(book: ZulipBook, bot: number, services: readonly ServiceRow[]): void {
  for (const service of services) {
    book.add('zerver_service', {
      user_profile: bot,
      name: service.service_name ?? '',
      base_url: service.base_url ?? '',
      interface: service.interface ?? genericInterface,
      token: service.token ?? '',
    })
    for (const [key, value] of Object.entries(service.config_data ?? {}))
      book.add('zerver_botconfigdata', { bot_profile: bot, key, value })
  }
}
