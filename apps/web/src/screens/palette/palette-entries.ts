import type { View } from '@tagma/contract/address.ts'
import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import type { Command } from '#keys/key-map.ts'
import { notificationTable, notificationWays, settingGroups } from '#screens/settings/setting-groups.ts'
import { type OwnPage, ownPages } from '#screens/settings/settings-pages.ts'
import { settingLabel } from '#words/setting-label.ts'
import { t, type WordId } from '#words/words.ts'

/** The commands that the palette offers, and their names in the catalogs. */
const offered: Partial<Readonly<Record<Command, WordId>>> = {
  inbox: 'command.inbox',
  catchUp: 'shell.catch-up',
  recent: 'command.recent',
  feed: 'command.feed',
  starred: 'command.starred',
  later: 'command.later',
  directFeed: 'command.directFeed',
  newTopic: 'command.newTopic',
  newDirect: 'command.newDirect',
  call: 'compose.call',
  record: 'compose.record',
  gif: 'gif.insert',
  search: 'command.search',
  find: 'find.name',
  goToDay: 'conversation.go-to-day',
  topics: 'command.topics',
  nextUnreadTopic: 'command.nextUnreadTopic',
  nextUnreadDirect: 'command.nextUnreadDirect',
  nextFollowed: 'command.nextFollowed',
  previousChannel: 'command.previousChannel',
  nextChannel: 'command.nextChannel',
  filterPlaces: 'help.filter-places',
  people: 'command.people',
  help: 'command.help',
  lightScheme: 'command.lightScheme',
  darkScheme: 'command.darkScheme',
  automaticScheme: 'command.automaticScheme',
  singleKeys: 'command.singleKeys',
  doNotDisturb: 'command.doNotDisturb',
  status: 'command.status',
  signOut: 'places.signOut',
}

/** `isOpen` tells of some commands whether they can be carried out in the conversation that is open. */
export const paletteCommands = (
  isOpen: Readonly<Partial<Record<Command, boolean>>>,
): readonly { readonly name: string; readonly command: Command }[] =>
  (Object.entries(offered) as [Command, WordId][])
    .filter(([command]) => isOpen[command] !== false)
    .map(([command, id]) => ({ command, name: t(id) }))

export interface PalettePage {
  readonly name: string
  readonly view: View
  /** The setting of the page that is meant. */
  readonly setting?: UserSettingName
}

const settingEntry = (page: OwnPage, setting: UserSettingName): PalettePage => ({
  name: t('settings.in-palette', { name: t(settingLabel(setting)) }),
  view: { kind: 'settings', page },
  setting,
})

/** The pages that the palette offers, and each of one's settings by its name. */
export const palettePages = (): readonly PalettePage[] => [
  ...ownPages.map((page): PalettePage => ({
    name: t('settings.in-palette', { name: t(`settings.page.${page}`) }),
    view: { kind: 'settings', page },
  })),
  ...ownPages.flatMap((page) =>
    (settingGroups[page] ?? []).flatMap(({ rows }) => rows.map(({ name }) => settingEntry(page, name))),
  ),
  ...notificationTable.flatMap((row) =>
    notificationWays.flatMap((way) => (row[way] ? [settingEntry('notifications', row[way])] : [])),
  ),
  { name: t('places.browse'), view: { kind: 'channels', page: 'available' } },
  { name: t('shell.groups'), view: { kind: 'groups', page: 'all' } },
  { name: t('shell.moderation'), view: { kind: 'moderation' } },
  {
    name: t('who.rights'),
    view: { kind: 'rights', place: { kind: 'organization' }, of: 'me' },
  },
  { name: t('help.formatting'), view: { kind: 'help', page: 'message-formatting' } },
  { name: t('help.operators'), view: { kind: 'help', page: 'search-operators' } },
  { name: t('help.about'), view: { kind: 'help', page: 'about-zulip' } },
]
