import type { State } from '@tagma/sync/state.ts'
import { locale } from '#words/words.ts'

type Subscription = NonNullable<State['subscriptions']>[number]

/**
 * Returns the channels that one can offer to agents, by name: those that one is in and that agents see. For a bot, private
 * ones are left out: the server refuses those that the bot does not see.
 */
export function channelsToWrite(
  state: Pick<State, 'subscriptions'> | undefined,
  botId: number | undefined,
): readonly Subscription[] {
  return (state?.subscriptions ?? [])
    .filter(
      ({ is_archived, invite_only, hidden_from_agents }) =>
        !is_archived && !hidden_from_agents && (botId === undefined || !invite_only),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
}
