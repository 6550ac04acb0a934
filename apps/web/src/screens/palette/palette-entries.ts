import type { View } from '@tagma/contract/address.ts'
import type { Command } from '#keys/key-map.ts'
import { t, type WordId } from '#words/words.ts'

/** The commands that the palette offers, and their names in the catalogs. */
const offered: Partial<Readonly<Record<Command, WordId>>> = {
  inbox: 'command.inbox',
  recent: 'command.recent',
  feed: 'command.feed',
  starred: 'command.starred',
  later: 'command.later',
  directFeed: 'command.directFeed',
  newTopic: 'command.newTopic',
  newDirect: 'command.newDirect',
  nextUnreadTopic: 'command.nextUnreadTopic',
  nextUnreadDirect: 'command.nextUnreadDirect',
  help: 'command.help',
  lightScheme: 'command.lightScheme',
  darkScheme: 'command.darkScheme',
  automaticScheme: 'command.automaticScheme',
  signOut: 'places.signOut',
}

export const paletteCommands = (): { readonly name: string; readonly command: Command }[] =>
  Object.entries(offered).map(([command, id]) => ({ command: command as Command, name: t(id) }))

/** The pages that the palette offers. */
export const palettePages = (): { readonly name: string; readonly view: View }[] => [
  { name: t('places.browse'), view: { kind: 'channels', page: 'available' } },
  { name: t('help.formatting'), view: { kind: 'help', page: 'message-formatting' } },
  { name: t('help.operators'), view: { kind: 'help', page: 'search-operators' } },
  { name: t('help.about'), view: { kind: 'help', page: 'about-zulip' } },
]
