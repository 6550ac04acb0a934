import type { View } from '@tagma/contract/address.ts'
import { useEffect } from 'preact/hooks'
import { afterPaint } from '#parts/after-paint.ts'
import { isNarrow } from '#parts/use-narrow.ts'
import { termLabel } from '#screens/search/term-label.ts'
import { channelById } from '#state/channels.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { iconCount } from '#state/icon-count.ts'
import type { Known } from '#state/known.ts'
import { isAllDirect } from '#state/place-of.ts'
import { selectConversations, selectUnreadCounts } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'

/**
 * Keeps the title of the tab: the number of unread messages, then the title and channel of the open conversation, or the
 * heading of any other page. Draws nothing.
 */
export function PageTitle() {
  const { store } = useApp()
  useEffect(() => {
    let heading = ''
    const show = () => {
      const known = store.get()
      if (!known.state) return
      const count = iconCount(known.state, selectConversations(known), selectUnreadCounts(known).total)
      const title = `${count > 0 ? `(${count}) ` : ''}${titleOf(known, heading)}`
      if (title !== document.title) document.title = title
    }
    let endLook: (() => void) | undefined
    const look = () => {
      endLook = undefined
      const { view } = store.get()
      const found = headingOf(view)
      if (found === heading) return
      heading = found
      show()
    }
    // A page has its heading when its code is loaded. The columns in sight are known when they are painted.
    const lookLater = () => (endLook ??= afterPaint(look))
    const changes = new MutationObserver(lookLater)
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    const unsubscribe = store.subscribe(show)
    addEventListener('resize', lookLater)
    look()
    show()
    return () => {
      endLook?.()
      changes.disconnect()
      unsubscribe()
      removeEventListener('resize', lookLater)
    }
  }, [store])
  return null
}

/** Returns the heading of the list or page that the address names. */
function headingOf(view: View): string {
  const headings = [...document.querySelectorAll(isList(view) ? '.list-title :is(h1, h2)' : 'h1')]
  return headings.find((each) => each.checkVisibility())?.textContent.trim() ?? ''
}

const isList = (view: View) =>
  view.kind === 'inbox' ||
  view.kind === 'recent' ||
  view.kind === 'topics' ||
  (view.kind === 'search' && isAllDirect(view))

/** Returns the names for the title: what is open, where it is, and the organization. */
function titleOf(known: Known, heading: string): string {
  const open = isNarrow() ? known.view : known.main
  const names = open.kind === 'conversation' ? namesOf(open, known.state) : [nameOf(known, heading)]
  return [...names, known.state?.realm_name].filter(Boolean).join(' – ')
}

function namesOf(
  { conversation }: Extract<View, { kind: 'conversation' }>,
  state: Known['state'],
): readonly (string | undefined)[] {
  if (conversation.kind === 'topic') {
    const { topic, channelId } = conversation
    return [topic || emptyTopicName(state), channelById(state, channelId)?.name]
  }
  const userIds = conversation.userIds.filter((id) => id !== state?.user_id)
  return [destinationTitle(state, { kind: 'people', userIds })]
}

function nameOf({ view, state }: Known, heading: string): string | undefined {
  if (view.kind === 'search' && view.terms.length > 0 && heading === t('search.title'))
    return t('search.title-of', { terms: listOf(view.terms.map((term) => termLabel(term, state))) })
  // The heading of the first page is the name of the organization, which follows anyway.
  return heading === state?.realm_name ? undefined : heading
}
