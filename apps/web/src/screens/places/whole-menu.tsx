import {
  BellOff,
  Building2,
  CircleQuestionMark,
  CircleUserRound,
  Flag,
  Keyboard,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Settings,
  Smile,
  Sun,
  UserPlus,
  UsersRound,
} from 'lucide'
import { changeSetting } from '#actions/change-setting.ts'
import type { Organizations } from '#actions/other-organizations.ts'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import { openOrganizations } from '#parts/organizations/open-organizations.tsx'
import { organizationLink } from '#parts/organizations/organization-link.tsx'
import { useOrganizations } from '#parts/organizations/use-organizations.ts'
import { quietTime } from '#parts/quiet-time.ts'
import { ownStatus } from '#state/own-status.ts'
import { seesDeletions } from '#state/report-access.ts'
import { isSpectator } from '#state/spectator.ts'
import { type App, useApp } from '#state/use-app.ts'
import { leaveForLogin } from '#wire/leave-for-login.ts'
import { t } from '#words/words.ts'

interface WholeMenuProps {
  readonly label: string
  readonly anchor: Element
  readonly onClose: () => void
}

/** The menu of the organization and of oneself in it. */
export function WholeMenu(props: WholeMenuProps) {
  const app = useApp()
  const others = otherEntries(app, useOrganizations())
  return <Menu {...props} entries={entries(app, others)} />
}

/** Links to the other organizations that this browser knows, and a way to change them. */
const otherEntries = (app: App, { known, troubles }: Organizations): readonly MenuEntry[] => [
  'line',
  ...known.map((organization) => ({
    label: organization.name,
    draw: organizationLink(organization, troubles.get(organization.address)),
    onChoose: () => undefined,
  })),
  {
    label: t(known.length === 0 ? 'organizations.add-first' : 'organizations.change'),
    icon: Plus,
    onChoose: () => openOrganizations(app),
  },
]

function entries(app: App, others: readonly MenuEntry[]): readonly MenuEntry[] {
  const { text, emoji } = ownStatus(app.store.get())
  const status = text || (emoji?.name.replaceAll('_', ' ') ?? '')
  const scheme = app.store.get().state?.user_settings?.color_scheme ?? 1
  const link = (label: string, icon: MenuIcon, address: string) => ({
    label,
    icon,
    onChoose: () => app.go(address),
  })
  const schemeItem = (label: string, icon: MenuIcon, value: 1 | 2 | 3) => ({
    label,
    icon,
    checked: scheme === value,
    onChoose: () => void changeSetting(app, 'color_scheme', value, 'settings.color_scheme'),
  })
  if (isSpectator(app.store.get()))
    return [
      { label: t('spectator.sign-in'), icon: LogIn, turns: true, onChoose: () => void leaveForLogin() },
      ...others,
    ]
  return [
    link(t('shell.own-profile'), CircleUserRound, `#user/${app.store.get().state?.user_id}`),
    {
      label: status === '' ? t('shell.status') : t('shell.status-is', { status }),
      icon: Smile,
      keys: 'Shift+Y',
      onChoose: () => void app.commands.run('status'),
    },
    quietEntry(app),
    link(t('shell.settings'), Settings, '#settings/preferences'),
    'line',
    link(t('shell.organization'), Building2, '#organization/organization-profile'),
    link(t('shell.groups'), UsersRound, '#groups/your'),
    link(t('places.invite'), UserPlus, '#invite'),
    ...(moderates(app) ? [link(t('shell.moderation'), Flag, '#moderation')] : []),
    ...others,
    'line',
    { label: t('places.help'), icon: Keyboard, keys: '?', onChoose: () => void app.commands.run('help') },
    {
      label: t('places.single-keys'),
      isOn: app.store.get().device.hasSingleKeys,
      onChoose: () => void app.commands.run('singleKeys'),
    },
    link(t('help.name'), CircleQuestionMark, '#message-formatting'),
    'line',
    schemeItem(t('places.automatic'), Monitor, 1),
    schemeItem(t('places.light'), Sun, 3),
    schemeItem(t('places.dark'), Moon, 2),
    'line',
    {
      label: t('places.signOut'),
      icon: LogOut,
      turns: true,
      onChoose: () => void app.commands.run('signOut'),
    },
  ]
}

/** Switches *Do not disturb*. During quiet hours, it leads to the settings, where alone these can be changed. */
function quietEntry(app: App): MenuEntry {
  const time = quietTime(app)
  const isByHours = time !== undefined && app.store.get().device.quietUntil <= app.clock.now()
  return {
    label: time === undefined ? t('told.quiet-switch') : t('told.quiet-until', { time }),
    icon: BellOff,
    isOn: time !== undefined,
    onChoose: () => (isByHours ? app.go('#settings/notifications') : void app.commands.run('doNotDisturb')),
  }
}

/** Whether the reader sees reports of messages, or deleted ones. */
function moderates(app: App): boolean {
  const { state } = app.store.get()
  if (seesDeletions(state)) return true
  const channelId = state?.realm_moderation_request_channel_id
  return state?.subscriptions?.some(({ stream_id }) => stream_id === channelId) === true
}

type MenuIcon = typeof Sun
