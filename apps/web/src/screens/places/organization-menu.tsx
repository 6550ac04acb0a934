import {
  ChevronDown,
  CircleQuestionMark,
  Keyboard,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
  UserPlus,
} from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { changeSetting } from '#actions/change-setting.ts'
import { Icon } from '#parts/icon.tsx'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import { isSpectator } from '#state/spectator.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { leaveForLogin } from '#wire/leave-for-login.ts'
import { t } from '#words/words.ts'

/** The organization's name, and a menu of what concerns the whole. */
export function OrganizationMenu({ isHeading }: { readonly isHeading: boolean }) {
  const app = useApp()
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  const icon = useKnown(({ state }) => state?.realm_icon_url)
  const isOwnIcon = useKnown(({ state }) => state?.realm_icon_source === 'U')
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Heading = isHeading ? 'h1' : 'div'
  return (
    <header class="organization">
      <Heading class="organization-heading">
        <button
          ref={button}
          type="button"
          class="organization-button"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOwnIcon && icon && <img class="organization-icon" src={icon} alt="" width="24" height="24" />}
          <span class="organization-name" dir="auto">
            {name}
          </span>
          <Icon of={ChevronDown} size={0.875} />
        </button>
      </Heading>
      {isOpen && (
        <Menu label={name} entries={entries(app)} anchor={button.current!} onClose={() => setOpen(false)} />
      )}
    </header>
  )
}

function entries(app: App): readonly MenuEntry[] {
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
    return [{ label: t('spectator.sign-in'), icon: LogIn, onChoose: () => void leaveForLogin() }]
  return [
    link(t('shell.settings'), Settings, '#settings/preferences'),
    link(t('places.invite'), UserPlus, '#invite'),
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
    { label: t('places.signOut'), icon: LogOut, onChoose: () => void app.commands.run('signOut') },
  ]
}

type MenuIcon = typeof Sun
