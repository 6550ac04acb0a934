import { markNarrowRead } from '#actions/mark-narrow.ts'
import { useSwipe } from '#parts/swipe/use-swipe.ts'
import { viewOf } from '#state/addresses.ts'
import { narrowOf } from '#state/message-window.ts'
import { selectConversations } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'

/**
 * Marks a row as read when a finger draws it towards the end of its line, if it is unread, and opens its menu when drawn
 * towards the beginning.
 */
export function useRowSwipe(openMenu: (row: HTMLElement) => void) {
  const app = useApp()
  return useSwipe({
    of: 'a.row[data-key]',
    deeds(row) {
      const known = app.store.get()
      const ownId = known.state?.user_id ?? -1
      const conversation = selectConversations(known).find(({ key }) => key === row.dataset['key'])
      const view = conversation && viewOf(conversation, ownId)
      if (view?.kind !== 'conversation') return {}
      const menu = { start: () => openMenu(row) }
      if (conversation!.unread === 0) return menu
      return { ...menu, end: () => void markNarrowRead(app, narrowOf(view, ownId)) }
    },
  })
}
