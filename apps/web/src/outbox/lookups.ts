import type { Lookups } from '@tagma/markdown/lookups.ts'
import type { References } from '@tagma/markdown/scan.ts'
import type { State } from '@tagma/sync/state.ts'
import { sentPictures } from './sent-pictures.ts'

/** The page's knowledge of the organization, for the renderer. */
export function lookupsOf(state: State, references: References): Omit<Lookups, 'linkifiers'> {
  const userNames = new Set(references.userNames.map((name) => name.toLowerCase()))
  const userIds = new Set(references.userIds)
  const isMeant = (person: { user_id: number; full_name: string }) =>
    userIds.has(person.user_id) || userNames.has(person.full_name.toLowerCase())
  const named = (people: readonly { user_id: number; full_name: string }[] | undefined, active: boolean) =>
    (people ?? []).filter(isMeant).map((person) => ({ id: person.user_id, name: person.full_name, active }))
  const groupNames = new Set(references.groupNames.map((name) => name.toLowerCase()))
  const channels = [
    ...(state.subscriptions ?? []),
    ...(state.unsubscribed ?? []),
    ...(state.never_subscribed ?? []),
  ]
  return {
    users: [
      ...named(state.realm_users, true),
      ...named(state.cross_realm_bots, true),
      ...named(state.realm_non_active_users, false),
    ],
    groups: (state.realm_user_groups ?? [])
      .filter(({ name }) => groupNames.has(name.toLowerCase()))
      .map(({ id, name, deactivated }) => ({ id, name, label: groupLabel(name), active: !deactivated })),
    channels: channels
      .filter(({ name }) => references.channelNames.includes(name))
      .map(({ stream_id, name }) => ({ id: stream_id, name })),
    topics: [],
    emoji: Object.values(state.realm_emoji ?? {})
      .filter(({ name, deactivated }) => !deactivated && references.emojiNames.includes(name))
      .map(({ name, source_url }) => ({ name, url: source_url })),
    media: [...sentPictures.values()].map(({ media }) => media),
    pages: [],
    alertWords: null,
    options: {
      organizationUrl: state.realm_url ?? '',
      translateEmoticons: state.user_settings?.translate_emoticons ?? false,
      imagePreviews: state.realm_inline_image_preview ?? true,
      externalMediaUrl: null,
      emptyTopicName: state.realm_empty_topic_display_name ?? '',
      defaultCodeLanguage: state.realm_default_code_block_language ?? '',
    },
  }
}

/** The name that is shown for a group: system groups have one of their own. */
function groupLabel(name: string): string {
  return name.startsWith('role:')
    ? name.slice('role:'.length).replace(/^./, (letter) => letter.toUpperCase())
    : name
}
