import { CheckCheck, Eye, EyeOff, PencilLine, Trash2 } from 'lucide'
import { pinView, removeView } from '#actions/change-views.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import type { Point } from '#parts/menu/use-long-press.ts'
import { viewAt } from '#state/addresses.ts'
import { narrowOf } from '#state/message-window.ts'
import { selectUnreadCounts } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'
import type { PlacedView } from '#state/views.ts'
import { t } from '#words/words.ts'

interface ViewMenuProps {
  readonly view: PlacedView
  readonly anchor: Element | Point
  readonly onRename: () => void
  readonly onClose: () => void
}

/** Shows what can be done with a view of places. */
export function ViewMenu({ view, anchor, onRename, onClose }: ViewMenuProps) {
  const app = useApp()
  const entries = [...markEntries(app, view), ...placeEntries(app, view, onRename)]
  return <Menu label={t('places.view-actions')} {...{ anchor, entries, onClose }} />
}

function markEntries(app: App, { fragment }: PlacedView): readonly MenuEntry[] {
  const known = app.store.get()
  const view = viewAt(known.state, `#${fragment}`)
  if (view.kind === 'inbox' || view.kind === 'recent') {
    return [
      {
        label: t('places.mark-all-read'),
        icon: CheckCheck,
        reason: selectUnreadCounts(known).total === 0 ? t('list.nothing-unread') : undefined,
        onChoose: () => void markNarrowRead(app, []),
      },
    ]
  }
  if (view.kind !== 'feed' && view.kind !== 'search') return []
  const narrow = narrowOf(view, known.state?.user_id ?? -1)
  return [{ label: t('list.mark-read'), icon: CheckCheck, onChoose: () => void markNarrowRead(app, narrow) }]
}

function placeEntries(app: App, view: PlacedView, onRename: () => void): readonly MenuEntry[] {
  const pin: MenuEntry = view.isPinned
    ? { label: t('places.view-hide'), icon: EyeOff, onChoose: () => void pinView(app, view, false) }
    : { label: t('places.view-show'), icon: Eye, onChoose: () => void pinView(app, view, true) }
  if (view.builtIn) return [pin]
  return [
    pin,
    { label: t('places.view-rename'), icon: PencilLine, onChoose: onRename },
    { label: t('places.view-remove'), icon: Trash2, onChoose: () => void removeView(app, view) },
  ]
}
