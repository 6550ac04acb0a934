import type { OrganizationSettingName } from '@tagma/contract/settings/organization-settings.ts'
import type { Page } from 'playwright-core'
import type { TestedIn, WithoutEffect } from './setting-effects.ts'
import { go, inLogo, toldToClients } from './setting-readings.ts'
import type { World } from './world.ts'

// Effects of the organization's settings, for stories that change one as its owner and look at a member's window.

/** The effect of a setting in a member's window. */
export interface OrganizationEffect {
  /** The page of the control; the settings if it is omitted. */
  readonly page?: 'organization-profile'
  /** The text of what is chosen or typed, or whether the switch is on. */
  readonly to: string | boolean
  /** Reads what the setting decides about. */
  readonly read: (other: Page, world: World) => Promise<unknown>
  readonly before: unknown
  readonly after: unknown
}

/** Reads whether an entry in the menu of one's own message can be chosen. */
const isOffered = (entry: string) =>
  inLogo(async (other) => {
    const own = other.getByRole('article').filter({ hasText: 'The hall is booked' })
    await own.hover()
    await own.getByRole('button', { name: 'Message actions' }).click()
    const item = other.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: entry })
    const isDisabled = await item.getAttribute('aria-disabled')
    await other.keyboard.press('Escape')
    return isDisabled !== 'true'
  })

/** Reads whether a control of the member's own settings can be used. */
const isOpen =
  (page: string, role: 'textbox' | 'button', name: string) =>
  async (other: Page): Promise<boolean> => {
    await go(other, `#settings/${page}`)
    const control = other.getByRole('main').getByRole(role, { name, exact: true })
    await control.waitFor()
    return role === 'textbox' ? control.isEditable() : control.isEnabled()
  }

/** Reads the language of a block of code that names none, in the preview. */
const languageOfCode = inLogo(async (other) => {
  const box = other.getByRole('textbox', { name: /^Message / })
  await box.fill('```\nprint(1)\n```')
  await other.keyboard.press('Alt+p')
  const block = other.getByRole('region', { name: 'Preview' }).locator('.codehilite')
  await block.waitFor()
  const language = await block.getAttribute('data-code-language')
  await other.keyboard.press('Alt+p')
  await box.fill('')
  return language
})

/** The choice that ends a limit. */
const withoutEnd = 'Without an end'

/** Reads whether the box warns that the reader of a direct message is a guest. */
async function warnsOfGuest(other: Page, { people }: World): Promise<boolean> {
  // The page writes both ids. Another address would open the conversation again each time.
  const both = [people.iris.id, people.gus.id].toSorted((a, b) => a - b)
  await go(other, `#narrow/dm/${both.join(',')}-dm`)
  const box = other.getByRole('textbox', { name: `Message ${people.gus.name}` })
  if ((await box.inputValue()) === '') await box.fill('Psst')
  await other.getByRole('button', { name: 'Send', exact: true }).waitFor()
  // The text stays: the warning comes a moment after it.
  return (await other.getByText(`${people.gus.name} is a guest in this organization.`).count()) > 0
}

const inServer = (file: string): TestedIn => ({ testedIn: `apps/server/src/areas/${file}` })
const inStory = (file: string): TestedIn => ({ testedIn: `apps/web/test/stories/${file}` })
const seenByOthers = inStory('organization-seen-by-others.test.ts')
const noDigests: WithoutEffect = { because: 'this server sends no digests' }

/** Each setting of the contract with its effect, with the test that covers it instead, or with the reason for neither. */
export const organizationEffects: Readonly<
  Record<OrganizationSettingName, OrganizationEffect | TestedIn | WithoutEffect>
> = {
  // The story begins with the shortest times, and ends them.
  message_content_edit_limit_seconds: { to: withoutEnd, read: isOffered('Edit'), before: false, after: true },
  message_content_delete_limit_seconds: {
    to: withoutEnd,
    read: isOffered('Delete'),
    before: false,
    after: true,
  },
  move_messages_within_stream_limit_seconds: {
    to: withoutEnd,
    read: isOffered('Move …'),
    before: false,
    after: true,
  },
  message_retention_days: {
    to: '365 days',
    read: async (other, { channels }) => {
      await go(other, `#channels/${channels.design}/design/general`)
      return other.locator('.channel-keeps option').first().textContent()
    },
    before: 'As in the organization: for ever',
    after: 'As in the organization: 365 days',
  },
  enable_guest_user_dm_warning: { to: false, read: warnsOfGuest, before: true, after: false },
  // No GIFs, and no directory of communities, here: other clients are told.
  gif_rating_policy: {
    to: 'None',
    read: async (_other, { people }) => (await toldToClients(people.iris)).realm_gif_rating_policy,
    before: 2,
    after: 0,
  },
  org_type: {
    page: 'organization-profile',
    to: 'Business',
    read: async (_other, { people }) => (await toldToClients(people.iris)).realm_org_type,
    before: 0,
    after: 10,
  },
  want_advertise_in_communities_directory: {
    page: 'organization-profile',
    to: true,
    read: async (_other, { people }) =>
      (await toldToClients(people.iris)).realm_want_advertise_in_communities_directory,
    before: false,
    after: true,
  },
  enable_read_receipts: { to: false, read: isOffered('Who has read it'), before: true, after: false },
  message_edit_history_visibility_policy: {
    to: 'Nobody sees them',
    read: isOffered('Earlier versions'),
    before: true,
    after: false,
  },
  allow_message_editing: { to: false, read: isOffered('Edit'), before: true, after: false },
  media_preview_size: {
    to: 'Largest',
    read: inLogo((other) =>
      other
        .getByRole('article')
        .locator('img[data-moving]')
        .evaluate((image) => Number(image.getAttribute('height'))),
    ),
    before: 240,
    after: 400,
  },
  enable_guest_user_indicator: {
    to: false,
    read: inLogo((other) =>
      other.getByRole('article').filter({ hasText: 'I am only visiting' }).getByText('Guest').count(),
    ),
    before: 1,
    after: 0,
  },
  default_code_block_language: { to: 'python', read: languageOfCode, before: null, after: 'Python' },
  name_changes_disabled: {
    to: true,
    read: isOpen('profile', 'textbox', 'Name'),
    before: true,
    after: false,
  },
  avatar_changes_disabled: {
    to: true,
    read: isOpen('profile', 'button', 'Upload a picture'),
    before: true,
    after: false,
  },
  email_changes_disabled: {
    to: true,
    read: isOpen('account-and-privacy', 'textbox', 'Address'),
    before: true,
    after: false,
  },
  move_messages_between_streams_limit_seconds: seenByOthers,
  topics_policy: inStory('beginning.test.ts'),
  inline_image_preview: seenByOthers,
  inline_url_embed_preview: inStory('link-previews.test.ts'),
  domains_without_previews: inServer('messages/previews/preview-links.test.ts'),
  video_chat_provider: inStory('rich.test.ts'),
  jitsi_server_url: inStory('organization-whole.test.ts'),
  new_stream_announcements_stream_id: seenByOthers,
  signup_announcements_stream_id: seenByOthers,
  send_channel_events_messages: seenByOthers,
  moderation_request_channel_id: inStory('moderation.test.ts'),
  message_content_allowed_in_email_notifications: inServer('notifications/notification-mails.test.ts'),
  require_e2ee_push_notifications: inServer('notifications/notify-job.test.ts'),
  send_welcome_emails: inServer('accounts/welcome-mail.test.ts'),
  welcome_message_custom_text: seenByOthers,
  presence_disabled: inStory('settings-seen-by-others.test.ts'),
  require_unique_names: seenByOthers,
  default_avatar_source: seenByOthers,
  default_language: seenByOthers,
  enable_spectator_access: seenByOthers,
  owner_full_content_access: inServer('exports/exports.test.ts'),
  waiting_period_threshold: seenByOthers,
  second_factor_grace_days: inStory('second-step-policy.test.ts'),
  invite_required: inServer('sign-in/sign-in-by-identity.test.ts'),
  emails_restricted_to_domains: seenByOthers,
  disallow_disposable_email_addresses: seenByOthers,
  allow_edit_history: { because: 'the older form of message_edit_history_visibility_policy' },
  digest_emails_enabled: noDigests,
  digest_weekday: noDigests,
  zulip_update_announcements_stream_id: { because: 'this server announces no news' },
}
