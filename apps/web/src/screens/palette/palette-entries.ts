import { type SettingsPage, settingsPages, type View } from '@tagma/contract/address.ts'
import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Command } from '#keys/key-map.ts'
import { pageSections } from '#screens/organization/page-names.ts'
import { type DeviceSettingName, deviceSettings } from '#screens/settings/device-setting-names.ts'
import { notificationTable, notificationWays, settingGroups } from '#screens/settings/setting-groups.ts'
import { viewAt } from '#state/addresses.ts'
import { newGroupReason } from '#state/group-rights.ts'
import { mayCreateChannels } from '#state/may-create-channels.ts'
import { isSpectator, mayLookAt } from '#state/spectator.ts'
import { placedViews } from '#state/views.ts'
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
  drafts: 'command.drafts',
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
  density: 'command.density',
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
  readonly setting?: UserSettingName | DeviceSettingName
}

const settingEntry = (page: SettingsPage, setting: UserSettingName): PalettePage => ({
  name: t('settings.in-palette', { name: t(settingLabel(setting)) }),
  view: { kind: 'settings', page },
  setting,
})

/** Views that have a command of their own. */
const withCommand = new Set(['inbox', 'recent', 'feed', 'starred', 'later'])

/** Returns the pages that the palette offers to a reader: views, pages that create something, settings by name, help. */
export function palettePages(state: State | undefined): readonly PalettePage[] {
  const all = [...ownPlaces(state), ...settings(), ...pages()]
  return isSpectator({ state }) ? all.filter(({ view }) => mayLookAt(state, view)) : all
}

/** Places that differ from person to person. */
const ownPlaces = (state: State | undefined): readonly PalettePage[] => [
  ...placedViews(state?.navigation_views)
    .filter(({ builtIn }) => !builtIn || !withCommand.has(builtIn.id))
    .map(({ fragment, builtIn, name }): PalettePage => ({
      name: builtIn ? t(builtIn.name) : (name ?? ''),
      view: viewAt(state, `#${fragment}`),
    })),
  { name: t('shell.own-profile'), view: { kind: 'user', userId: state?.user_id ?? -1 } },
  ...(mayCreateChannels(state)
    ? [{ name: t('places.new-channel'), view: { kind: 'channels', page: 'new' } } as const]
    : []),
  ...(state && newGroupReason(state) === undefined
    ? [{ name: t('groups.new'), view: { kind: 'groups', page: 'new' } } as const]
    : []),
]

const settings = (): readonly PalettePage[] => [
  ...Object.entries(deviceSettings).map(([setting, name]): PalettePage => ({
    name: t('settings.in-palette', { name: t(name) }),
    view: { kind: 'settings', page: 'preferences' },
    setting: setting as DeviceSettingName,
  })),
  ...settingsPages.map((page): PalettePage => ({
    name: t('settings.in-palette', { name: t(`settings.page.${page}`) }),
    view: { kind: 'settings', page },
  })),
  ...settingsPages.flatMap((page) =>
    (settingGroups[page] ?? []).flatMap(({ rows }) => rows.map(({ name }) => settingEntry(page, name))),
  ),
  ...notificationTable.flatMap((row) =>
    notificationWays.flatMap((way) => (row[way] ? [settingEntry('notifications', row[way])] : [])),
  ),
]

const pages = (): readonly PalettePage[] => [
  { name: t('palette.reminders'), view: { kind: 'reminders' } },
  { name: t('palette.to-answer'), view: { kind: 'to-answer' } },
  { name: t('palette.asked'), view: { kind: 'asked' } },
  { name: t('places.invite'), view: { kind: 'invite' } },
  { name: t('places.browse'), view: { kind: 'channels', page: 'available' } },
  { name: t('shell.groups'), view: { kind: 'groups', page: 'all' } },
  { name: t('shell.moderation'), view: { kind: 'moderation' } },
  {
    name: t('who.rights'),
    view: { kind: 'rights', place: { kind: 'organization' }, of: 'me' },
  },
  ...pageSections.flatMap(([, names]) =>
    names.map((page): PalettePage => ({
      name: t('organization.heading', { page: t(`organization.page.${page}`) }),
      view: { kind: 'organization', page },
    })),
  ),
  { name: t('help.formatting'), view: { kind: 'help', page: 'message-formatting' } },
  { name: t('help.operators'), view: { kind: 'help', page: 'search-operators' } },
  { name: t('help.about'), view: { kind: 'help', page: 'about-zulip' } },
]
