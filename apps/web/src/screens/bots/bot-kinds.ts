import { botTypes } from '@tagma/contract/bot-types.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Person } from '#state/people.ts'
import { whoMay } from '#state/who-may.ts'
import { t, type WordId } from '#words/words.ts'

/** The kinds of bots that one can make here, with their words. */
export const botKinds = [
  { type: botTypes.incomingWebhook, name: 'bots.kind-incoming', about: 'bots.kind-incoming-about' },
  { type: botTypes.outgoingWebhook, name: 'bots.kind-outgoing', about: 'bots.kind-outgoing-about' },
  { type: botTypes.generic, name: 'bots.kind-generic', about: 'bots.kind-generic-about' },
] as const satisfies readonly { type: number; name: WordId; about: WordId }[]

export type BotKind = (typeof botKinds)[number]['type']

/** Returns the name of a bot’s kind. */
export const kindName = ({ bot_type }: Pick<Person, 'bot_type'>): string =>
  t(botKinds.find(({ type }) => type === bot_type)?.name ?? 'bots.kind-other')

/** Returns the kinds of bots that one may make. */
export function kindsToMake(state: State): readonly BotKind[] {
  const organization = organizationOf(state)
  const self = personOf(state, state.user_id ?? -1)
  if (can(organization, self, 'can_create_bots_group')) return botKinds.map(({ type }) => type)
  return can(organization, self, 'can_create_write_only_bots_group') ? [botTypes.incomingWebhook] : []
}

/** Returns who may make bots, as a sentence. */
export function makersText(state: State): string {
  const settings = [state.realm_can_create_bots_group, state.realm_can_create_write_only_bots_group]
  const who = whoMay(state, ...settings.flatMap((setting) => (setting === undefined ? [] : [setting])))
  return who === undefined ? t('bots.nobody-makes') : t('bots.who-makes', { who })
}

/** Returns why one may not change a bot, as a sentence, or undefined. The server decides by the same rule. */
export function changeReason(state: State, bot: Person): string | undefined {
  const self = personOf(state, state.user_id ?? -1)
  if (bot.bot_owner_id !== state.user_id && !isAdministrator(self)) return t('bots.only-owner')
  return bot.role < self.role ? t('bots.higher-role') : undefined
}
