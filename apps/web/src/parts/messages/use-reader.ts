import { membershipOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { useMemo, useRef } from 'preact/hooks'
import { channelById } from '#state/channels.ts'
import { emojiFormOf } from '#state/emoji-form.ts'
import { emojiPicture } from '#state/emoji-picture.ts'
import { peopleOf } from '#state/people.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale } from '#words/words.ts'
import type { Reader } from './reader.ts'
import { timesFor } from './times.ts'

/** Returns how messages look for the person who is signed in. The same object until a setting changes. */
export function useReader(): Reader {
  const { store } = useApp()
  const userId = useKnown(({ state }) => state?.user_id ?? -1)
  const isOnlyRead = useKnown(isSpectator)
  const settings = useKnown(({ state }) => state?.user_settings)
  const alertWords = useKnown(({ state }) => state?.alert_words)
  const playgrounds = useKnown(({ state }) => state?.realm_playgrounds)
  const emoji = useKnown(({ state }) => state?.realm_emoji)
  const emojiForm = useKnown(emojiFormOf)
  const mediaSize = useKnown(({ state }) => state?.realm_media_preview_size ?? 100)
  const marksGuests = useKnown(({ state }) => state?.realm_enable_guest_user_indicator !== false)
  const isCalm = useKnown(({ device }) => device.isCalm)
  const animate = settings?.web_animate_image_previews ?? 'on_hover'
  const language = locale()
  const groupIds = useGroupIds()
  return useMemo<Reader>(
    () => ({
      userId,
      isSpectator: isOnlyRead,
      times: timesFor(language, settings?.timezone ?? '', settings?.twenty_four_hour_time ?? null),
      groupIds,
      alertWords: alertWords ?? [],
      playgrounds: playgrounds ?? [],
      mediaSize,
      animate: isCalm && animate === 'always' ? 'on_hover' : animate,
      emojiForm,
      showsReactionNames: settings?.display_emoji_reaction_users ?? true,
      marksGuests,
      nameOf: (id) => peopleOf(store.get().state).get(id)?.full_name,
      emojiUrlOf: (code) => emojiPicture(emoji, code),
      channelNameOf: (id) => channelById(store.get().state, id)?.name,
    }),
    [
      store,
      userId,
      isOnlyRead,
      settings,
      groupIds,
      alertWords,
      playgrounds,
      emoji,
      emojiForm,
      mediaSize,
      marksGuests,
      isCalm,
      language,
    ],
  )
}

/** Returns the groups that the reader is in. The same set until it has others in it: groups change when others join them. */
function useGroupIds(): ReadonlySet<number> {
  const { store } = useApp()
  const userId = useKnown(({ state }) => state?.user_id ?? -1)
  const groups = useKnown(({ state }) => state?.realm_user_groups)
  const before = useRef<ReadonlySet<number>>(new Set())
  return useMemo(() => {
    const now = groupsWith(groups, store.get().state, userId)
    const isSame = now.size === before.current.size && [...now].every((id) => before.current.has(id))
    if (!isSame) before.current = now
    return before.current
  }, [store, userId, groups])
}

/** Returns the groups that somebody is in, by itself or through groups inside. */
function groupsWith(
  groups: State['realm_user_groups'],
  state: State | undefined,
  userId: number,
): ReadonlySet<number> {
  if (!groups || !state) return new Set()
  const membership = membershipOf(groups)
  const person = personOf(state, userId)
  return new Set(groups.map(({ id }) => id).filter((id) => membership.isInGroup(person, id)))
}
