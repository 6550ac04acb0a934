import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import type { PlacedView } from '#state/views.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Gives a search a name and a place. Rejects with the server's refusal. */
export async function addView(app: App, fragment: string, name: string): Promise<void> {
  await app.client.call(wire.addNavigationView, { fragment, name, is_pinned: true })
  showAdded(app, { fragment, name, isPinned: true })
}

/** Gives a search another name. Rejects with the server's refusal. */
export async function renameView(app: App, { fragment }: PlacedView, name: string): Promise<void> {
  await app.client.call(wire.editNavigationView, { fragment, name })
  showChange(app, fragment, { name })
}

/** Shows a view in places, or among the further ones. It is shown at once, and can be undone. */
export async function pinView(app: App, view: PlacedView, isPinned: boolean): Promise<void> {
  const { fragment } = view
  const isKnown = app.store.get().state?.navigation_views?.some((known) => known.fragment === fragment)
  const show = (shown: boolean) => showChange(app, fragment, { is_pinned: shown })
  if (isKnown) show(isPinned)
  else showAdded(app, { fragment, name: null, isPinned })
  try {
    // A built-in view is not on the server before somebody changes it.
    if (isKnown) await app.client.call(wire.editNavigationView, { fragment, is_pinned: isPinned })
    else await app.client.call(wire.addNavigationView, { fragment, is_pinned: isPinned })
    showToast(app, {
      name: 'view',
      kind: 'status',
      text: t(isPinned ? 'places.view-shown' : 'places.view-hidden', { name: nameOf(view) }),
      undo: () => void pinView(app, view, !isPinned),
    })
  } catch (error) {
    show(!isPinned)
    showError(app, error)
  }
}

/** Forgets a search with a name. It is gone at once, and can be brought back. */
export async function removeView(app: App, view: PlacedView): Promise<void> {
  const { fragment, name, isPinned } = view
  applyOwn(app, { type: 'navigation_view', op: 'remove', fragment })
  try {
    await app.client.call(wire.removeNavigationView, { fragment })
    showToast(app, {
      name: 'view',
      kind: 'status',
      text: t('places.view-removed', { name: nameOf(view) }),
      undo: () => void addView(app, fragment, name ?? '').catch((error: unknown) => showError(app, error)),
    })
  } catch (error) {
    showAdded(app, { fragment, name: name ?? null, isPinned })
    showError(app, error)
  }
}

const nameOf = ({ builtIn, name }: PlacedView) => (builtIn ? t(builtIn.name) : (name ?? ''))

interface Added {
  readonly fragment: string
  readonly name: string | null
  readonly isPinned: boolean
}

const showAdded = (app: App, { fragment, name, isPinned }: Added) =>
  applyOwn(app, {
    type: 'navigation_view',
    op: 'add',
    navigation_view: { fragment, name, is_pinned: isPinned },
  })

const showChange = (
  app: App,
  fragment: string,
  data: { readonly name?: string; readonly is_pinned?: boolean },
) => applyOwn(app, { type: 'navigation_view', op: 'update', fragment, data })
