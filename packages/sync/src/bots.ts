import type { Payload } from '@tagma/contract/define.ts'
import type {
  realmBotAddEvent,
  realmBotDeleteEvent,
  realmBotUpdateEvent,
} from '@tagma/contract/events/realm-bot.ts'
import type { tagmaCommandsEvent } from '@tagma/contract/events/tagma-commands.ts'
import type { State } from './state.ts'

/** Takes in bots that the user now administers, no longer administers, or that changed. */
export function applyBot(
  state: State,
  event:
    | Payload<typeof realmBotAddEvent>
    | Payload<typeof realmBotUpdateEvent>
    | Payload<typeof realmBotDeleteEvent>,
): State {
  if (!state.realm_bots) return state
  const others = state.realm_bots.filter((bot) => bot.user_id !== event.bot.user_id)
  switch (event.op) {
    case 'add':
      return { ...state, realm_bots: [...others, event.bot] }
    case 'delete':
      return { ...state, realm_bots: others }
    case 'update':
      return {
        ...state,
        realm_bots: state.realm_bots.map((bot) =>
          bot.user_id === event.bot.user_id ? { ...bot, ...event.bot } : bot,
        ),
      }
  }
}

/** Takes in the commands of a bot. A bot without any is left out. */
export function applyCommands(
  state: State,
  { user_id, commands }: Payload<typeof tagmaCommandsEvent>,
): State {
  if (!state.tagma_commands) return state
  const others = state.tagma_commands.filter((bot) => bot.user_id !== user_id)
  return { ...state, tagma_commands: commands.length > 0 ? [...others, { user_id, commands }] : others }
}
