import {
  AtSign,
  ChevronDown,
  ChevronRight,
  Clock,
  Ellipsis,
  History,
  type IconNode,
  Inbox,
  ListFilter,
  MessagesSquare,
  Siren,
  SmilePlus,
  Star,
  BellRing,
} from 'lucide'
import { useState } from 'preact/hooks'
import { Count } from '#parts/count.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { type Point, useLongPress } from '#parts/menu/use-long-press.ts'
import { addressFor, viewAt } from '#state/addresses.ts'
import { remember } from '#state/remember.ts'
import { selectUnreadCounts } from '#state/selectors.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { type BuiltInView, isLater, type PlacedView, placedViews } from '#state/views.ts'
import { t } from '#words/words.ts'
import { fits } from './fits.ts'

const ViewMenu = lazy(async () => (await import('./view-menu.tsx')).ViewMenu)
const ViewName = lazy(async () => (await import('./view-name.tsx')).ViewName)

const views = remember(placedViews)

const icons: Readonly<Record<BuiltInView['id'], IconNode>> = {
  inbox: Inbox,
  recent: History,
  feed: MessagesSquare,
  mentions: AtSign,
  followed: BellRing,
  alerted: Siren,
  reactions: SmilePlus,
  starred: Star,
  later: Clock,
}

interface Opened {
  readonly view: PlacedView
  readonly anchor: Element | Point
}

/** The pinned views, and folded away below them all others. With letters typed, all views whose names fit them. */
export function Views({ asked }: { readonly asked: string }) {
  const all = useKnown(({ state }) => views(state?.navigation_views))
  const [showsMore, setShowsMore] = useFolded('further views')
  const [opened, setOpened] = useState<Opened>()
  const [renamed, setRenamed] = useState<PlacedView>()
  const open = (target: EventTarget | null, point?: Point): boolean => {
    const row = target instanceof Element ? target.closest<HTMLElement>('li[data-view]') : null
    const view = all.find(({ fragment }) => fragment === row?.dataset['view'])
    if (!row || !view) return false
    setOpened({ view, anchor: point ?? row })
    return true
  }
  const press = useLongPress({ open, isOwn: () => false })
  const isAsked = asked !== ''
  const fitting = all.filter((view) => fits(asked, nameOf(view)))
  const further = fitting.filter(({ isPinned }) => !isPinned)
  const row = (view: PlacedView) => (
    <ViewRow key={view.fragment} view={view} onMenu={(button) => setOpened({ view, anchor: button })} />
  )
  return (
    <>
      <ul {...press}>
        {fitting.filter(({ isPinned }) => isPinned).map(row)}
        {further.length > 0 && !isAsked && (
          <li>
            <button
              type="button"
              class="place place-more-views"
              aria-expanded={showsMore}
              onClick={() => setShowsMore(!showsMore)}
            >
              <Icon of={showsMore ? ChevronDown : ChevronRight} turns={!showsMore} />
              <span class="place-name">{t('places.more-views')}</span>
            </button>
          </li>
        )}
        {(showsMore || isAsked) && further.map(row)}
      </ul>
      {opened && (
        <ViewMenu {...opened} onRename={() => setRenamed(opened.view)} onClose={() => setOpened(undefined)} />
      )}
      {renamed && <ViewName view={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

interface ViewRowProps {
  readonly view: PlacedView
  readonly onMenu: (button: Element) => void
}

const nameOf = ({ builtIn, name }: PlacedView) => (builtIn ? t(builtIn.name) : (name ?? ''))

function ViewRow({ view, onMenu }: ViewRowProps) {
  const { fragment, builtIn } = view
  const address = useKnown(({ state }) => addressFor(state, viewAt(state, `#${fragment}`)))
  const isCurrent = useKnown(
    (known) =>
      addressFor(known.state, known.view) === address || (builtIn?.id === 'later' && isLater(known.view)),
  )
  const shown = nameOf(view)
  return (
    <li class="place-view" data-view={fragment}>
      <a class="place" href={address} aria-current={isCurrent ? 'page' : undefined}>
        <Icon of={builtIn ? icons[builtIn.id] : ListFilter} />
        <span class="place-name" dir="auto">
          {shown}
        </span>
        {builtIn && <ViewCount id={builtIn.id} />}
      </a>
      <IconButton
        class="place-menu"
        icon={Ellipsis}
        size={1}
        label={t('places.view-actions-of', { name: shown })}
        tip={t('places.view-actions')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(currentTarget)}
      />
    </li>
  )
}

function ViewCount({ id }: { readonly id: BuiltInView['id'] }) {
  const unread = useKnown((known) => selectUnreadCounts(known))
  const starred = useKnown(({ state }) =>
    state?.user_settings?.starred_message_counts ? (state.starred_messages?.length ?? 0) : 0,
  )
  if (id === 'inbox') return <Count of={unread.total} />
  if (id === 'mentions') return <Count of={unread.mentions} isLoud />
  return id === 'starred' ? <Count of={starred} isQuiet /> : null
}

/** The views of people without an account. */
export function VisitorViews() {
  const isCurrent = useKnown(({ view }) => view.kind === 'recent')
  return (
    <ul>
      <li>
        <a class="place" href="#recent" aria-current={isCurrent ? 'page' : undefined}>
          <Icon of={History} />
          <span class="place-name">{t('places.recent')}</span>
        </a>
      </li>
    </ul>
  )
}
