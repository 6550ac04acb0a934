import type { Payload } from '@tagma/contract/define.ts'
import type {
  realmEmojiAddEvent,
  realmEmojiUpdateEvent,
  realmEmojiUpdateOneEvent,
} from '@tagma/contract/events/realm-emoji.ts'
import type { State } from './state.ts'

type EmojiEvent =
  | Payload<typeof realmEmojiAddEvent>
  | Payload<typeof realmEmojiUpdateOneEvent>
  | Payload<typeof realmEmojiUpdateEvent>

/** Takes in custom emoji added and changed. */
export function applyCustomEmoji(state: State, event: EmojiEvent): State {
  if (!state.realm_emoji) return state
  switch (event.op) {
    case 'add':
      return { ...state, realm_emoji: { ...state.realm_emoji, [event.emoji.id]: event.emoji } }
    case 'update':
      return { ...state, realm_emoji: event.realm_emoji }
    case 'update_one': {
      const old = state.realm_emoji[event.emoji_id]
      if (!old) return state
      const { deactivated = old.deactivated } = event.data
      return { ...state, realm_emoji: { ...state.realm_emoji, [event.emoji_id]: { ...old, deactivated } } }
    }
  }
}
