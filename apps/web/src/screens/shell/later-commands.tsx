import { besideByKey } from '#actions/beside-by-key.ts'
import { changeSetting } from '#actions/change-setting.ts'
import { setSingleKeys } from '#actions/set-single-keys.ts'
import { hasRoomForAside, showAside } from '#actions/show-aside.ts'
import { toggleQuiet } from '#actions/toggle-quiet.ts'
import { useCommand } from '#keys/use-command.ts'
import { asideSubject } from '#state/aside.ts'
import { useApp } from '#state/use-app.ts'

/** Carries out the commands of the columns, and commands that only the palette and menus offer. Draws nothing. */
export function LaterCommands() {
  const app = useApp()
  useCommand('nextColumn', () => moveColumn(1))
  useCommand('previousColumn', () => moveColumn(-1))
  const setScheme = (scheme: 1 | 2 | 3) =>
    void changeSetting(app, 'color_scheme', scheme, 'settings.color_scheme')
  useCommand('beside', () => {
    if (!hasRoomForAside()) return false
    besideByKey(app)
    return true
  })
  useCommand('people', () => {
    if (asideSubject(app.store.get().main)) showAside(app, 'people', true)
  })
  useCommand('lightScheme', () => setScheme(3))
  useCommand('darkScheme', () => setScheme(2))
  useCommand('automaticScheme', () => setScheme(1))
  useCommand('singleKeys', () => setSingleKeys(app, !app.store.get().device.hasSingleKeys))
  useCommand('density', () => {
    const { device } = app.store.get()
    app.store.set({ device: { ...device, isCompact: !device.isCompact } })
  })
  useCommand('doNotDisturb', () => toggleQuiet(app))
  return null
}

/** Moves the focus to the next column: to its current element, else to its first control. */
function moveColumn(step: 1 | -1): void {
  const columns = [...document.querySelectorAll<HTMLElement>('.places, .list, .main, .beside')].filter(
    (column) => column.checkVisibility({ visibilityProperty: true }),
  )
  const at = columns.findIndex((column) => column.contains(document.activeElement))
  const column = columns[(at + step + columns.length) % columns.length]
  const target =
    column?.querySelector<HTMLElement>('[aria-current="page"], article[tabindex="0"], .row[tabindex="0"]') ??
    column?.querySelector<HTMLElement>('a[href], button, textarea, input')
  target?.focus()
}
